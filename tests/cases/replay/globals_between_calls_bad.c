//! Globals that callers set before a call, one of them a pointer, are inputs of the function and no constants.
//! verdict: violated
//! error: assertion-failure at 25
#include "plica.h"

static int limit = 3, other = 9;
static int *chosen = &limit;
static int table[4] = {1, 2, 3, 4};

static int level(unsigned i) {
    if (i > 3) return -1;
    if (table[i] > *chosen) return 2;
    return table[i] == limit;
}

int main(void) {
    unsigned i = plica_uint("i");
    plica_assert(level(i) <= 2);
    limit = plica_int("limit");
    plica_assert(level(i) <= 2);
    chosen = &other;
    table[2] = plica_int("entry");
    int r = level(i);
    plica_assert(r != 2 || i == 2);
    plica_assert(r != 2 || table[2] != 77);
    return 0;
}
