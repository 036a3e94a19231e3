// verdict: holds
// run: check --time-limit 4s
// A function that calls itself has two arrays written, one of which a folded loop has filled: which of its elements are which is known
// only as a formula. What comes out of a call can be calculated all the same.
#include "plica.h"
static int items[2][3], height[2];

static void move(int from, int to) {
    int item = items[from][--height[from]];
    items[to][height[to]++] = item;
}

static void shift(int count, int from, int to) {
    if (count == 0) return;
    shift(count - 1, from, to);
    move(from, to);
}

int main(void) {
    int n = plica_range(2, 4, "n");
    for (int i = n; i > 0; i--) items[0][height[0]++] = i;
    shift(n - 1, 0, 1);
    plica_assert(items[1][0] == 1);
    plica_assert(items[1][1] != n);
    return 0;
}
