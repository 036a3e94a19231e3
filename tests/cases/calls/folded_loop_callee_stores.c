// verdict: violated
// error: assertion-failure at 26
// loops: compact
// A called function stores one of several values into an array, a place further in each iteration.
#include "plica.h"

static unsigned char out[64], other[64];

static void put(unsigned char *to, unsigned i, unsigned char c) {
    if (c >= 'a' && c <= 'z') to[i] = c - 32;
    else if (c >= '0' && c <= '9') to[i] = '#';
    else to[i] = c == ' ' ? '_' : c;
}

int main(void) {
    unsigned char text[64];
    plica_make_symbolic(text, 64, "text");
    unsigned n = plica_uint("n"), k = plica_uint("k");
    plica_assume(n <= 64 && k < n);
    for (unsigned i = 0; i < n; i++) {
        put(out, i, text[i]);
        put(other, i, text[i] ^ 1);
    }
    plica_assert(!(out[k] >= '0' && out[k] <= '9') && !(out[k] >= 'a' && out[k] <= 'z'));
    plica_assert(other[k] != ' ');
    plica_assert(out[k] != 'Q' || other[k] != 'P' || k != 60);
    return 0;
}
