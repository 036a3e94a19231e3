// verdict: holds
// Rounds that write memory, call functions with memory of their own, and allocate what they free: the state comes
// again.
#include "plica.h"
#include <stdlib.h>

static int phase;
static int ring[4];

static void step(void) {
    int next[1] = {(phase + 1) & 15};
    phase = next[0];
    int *block = malloc(sizeof *block);
    if (!block) return;
    *block = phase;
    ring[phase & 3] = *block >> 2;
    free(block);
}

int main(void) {
    for (;;) {
        step();
        plica_assert(phase < 16);
        plica_assert(ring[phase & 3] < 4);
    }
}
