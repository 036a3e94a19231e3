// What initialises a static variable may call a function that has one of its own, and is done again where it has thrown.
// run: check
// verdict: holds
#include "plica.h"

static int depth;

static int inner(int n) {
    static int value = n + 1;
    return value;
}
static int outer(int n) {
    static int value = n < 2 ? inner(n) : throw n;
    return value;
}
static int rounds(int n) {
    depth++;
    return n > 0 ? rounds(n - 1) + 1 : 0;
}

int main() {
    int n = plica_int("n");
    plica_assume(n >= 0 && n < 4);
    int thrown = 0;
    try {
        outer(n);
    } catch (int) {
        thrown = 1;
    }
    plica_assert(thrown == (n >= 2));
    plica_assert(outer(0) == (n == 1 ? 2 : 1));
    static int counted = rounds(n);
    plica_assert(counted == n && depth == n + 1);
}
