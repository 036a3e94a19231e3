// verdict: undecided
// reason: unsupported
// 80-bit floating point is not supported, and plica says so.
#include "plica.h"

int main(void) {
    long double third = plica_int("n") / 3.0L;
    plica_assert(third * 3.0L < 1e30L);
    return 0;
}
