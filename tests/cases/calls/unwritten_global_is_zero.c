// verdict: holds
// A global that no call has written yet is zero, whichever callee reads it first.
#include "plica.h"

static int cache[4], hits;

static int lookup(int i) {
    if (cache[i]) {
        hits++;
        return cache[i];
    }
    return cache[i] = i + 1;
}

int main(void) {
    int i = plica_range(0, 4, "i"), j = plica_range(0, 4, "j");
    plica_assert(lookup(i) == i + 1 && hits == 0);
    plica_assert(lookup(j) == j + 1 && hits == (i == j));
    return 0;
}
