// run: check --time-limit 10s
// verdict: holds
// The towers of Hanoi with the towers: a disc never lies on a smaller one, and all of them arrive.
#include "plica.h"

static int towers[3][5], height[3];

static void move(int from, int to) {
    int disc = towers[from][--height[from]];
    plica_assert(height[to] == 0 || towers[to][height[to] - 1] > disc);
    towers[to][height[to]++] = disc;
}

static void hanoi(int discs, int from, int to, int over) {
    if (discs == 0) return;
    hanoi(discs - 1, from, over, to);
    move(from, to);
    hanoi(discs - 1, over, to, from);
}

int main(void) {
    int discs = plica_range(1, 5, "discs");
    for (int i = discs; i > 0; i--) towers[0][height[0]++] = i;
    hanoi(discs, 0, 2, 1);
    plica_assert(height[0] == 0 && height[1] == 0 && height[2] == discs);
    return 0;
}
