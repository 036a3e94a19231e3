// run: check -- -std=c++14
// verdict: violated
// error: abort at 10
// An exception specification does not allow what is thrown.
#include "plica.h"

static void narrow(int n) throw(int, char) {
    if (n == 2) throw 2.5;
    if (n == 3) throw 'c';
}

int main() {
    int caught = 0, n = plica_int("n");
    try {
        narrow(n);
    } catch (char) {
        caught = 1;
    } catch (...) {
        plica_assert(false);
    }
    plica_assert(caught == (n == 3));
    return 0;
}
