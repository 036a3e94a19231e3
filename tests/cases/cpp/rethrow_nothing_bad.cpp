// verdict: violated
// error: abort at 6
// An exception is thrown again where none is being handled.
#include "plica.h"

static void again() { throw; }

int main() {
    try {
        throw 1;
    } catch (int) {
    }
    if (plica_int("n") == 5) again();
    return 0;
}
