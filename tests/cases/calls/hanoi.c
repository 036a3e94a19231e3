// verdict: violated
// error: assertion-failure at 19
// The towers of Hanoi: the moves are counted in a global, for a number of discs that is an input.
#include "plica.h"

static int moves;

static void hanoi(int discs, int from, int to, int over) {
    if (discs == 0) return;
    hanoi(discs - 1, from, over, to);
    moves++;
    hanoi(discs - 1, over, to, from);
}

int main(void) {
    int discs = plica_range(0, 7, "discs");
    hanoi(discs, 0, 1, 2);
    plica_assert(moves == (1 << discs) - 1);
    plica_assert(moves != 31);
    return 0;
}
