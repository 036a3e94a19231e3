// verdict: violated
// error: uncaught-exception at 11
// Nobody catches what is thrown: the program ends at the throw, and no destructor runs.
#include "plica.h"

static bool thrown;
struct Guard {
    ~Guard() { plica_assert(!thrown); }
};
static void check(int n) {
    Guard guard; if (n > 7) throw thrown = true;
}

int main() {
    check(plica_int("n"));
    return 0;
}
