// run: check --max-errors 1
// verdict: violated
// error: assertion-failure at 16
// All is as it was after each round but for a number in memory, which is too large in the end.
#include "plica.h"
#include <stdlib.h>

static struct { int phase; unsigned rounds; } state;

int main(void) {
    for (;;) {
        int *block = malloc(sizeof *block);
        if (!block) return 0;
        *block = (state.phase + 1) & 15;
        state.phase = *block;
        plica_assert(state.rounds != 300);
        if (state.phase == 0) state.rounds++;
        free(block);
    }
}
