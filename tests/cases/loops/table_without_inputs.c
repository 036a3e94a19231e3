// run: check --time-limit 20s
// verdict: holds
// Nothing depends on an input, and no loop is long enough for folding: executing it once is the fastest that there is.
#include "plica.h"

enum { COUNT = 150000 };
static unsigned char table[COUNT];

int main(void) {
    unsigned x = 12345, sum = 0;
    for (int i = 0; i < COUNT; i++) {
        x = x * 1664525u + 1013904223u;
        table[i] = x >> 24;
    }
    for (int i = 0; i < COUNT; i++) sum = sum * 31 + table[i];
    plica_assert(sum != 1);
    return 0;
}
