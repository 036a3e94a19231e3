// Nobody catches what the destructor of a global variable throws, or what runs at the end of the program.
// run: check
// verdict: violated
// error: uncaught-exception at 13
// error: uncaught-exception at 19
#include "plica.h"
#include <cstdlib>

static int last;

struct Closing {
    ~Closing() noexcept(false) {
        if (last == 3) throw last;
    }
};
static Closing closing;

static void goodbye() {
    if (last == 4) throw 'x';
}

int main() {
    last = plica_int("last");
    std::atexit(goodbye);
    try {
        if (last == 5) throw 5;
    } catch (int) {
    }
    return 0;
}
