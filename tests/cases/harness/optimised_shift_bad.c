// Where the compiler is told how to compile, its checks are taken as they are; no others come with them.
// run: check -- -O2 -fno-sanitize-recover=all
// verdict: violated
// error: shift-range at 8
#include "plica.h"
int main(void) {
    int x = plica_int("x"), n = plica_int("n"), sum = x + 1;
    unsigned shifted = 1u << n;
    return sum > x ? (int)shifted : 0;
}
