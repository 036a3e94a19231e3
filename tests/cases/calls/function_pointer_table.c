// verdict: holds
// The function is chosen from a table by an input.
#include "plica.h"

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int top(int a, int b) { return a > b ? a : b; }

static int (*const table[3])(int, int) = {add, sub, top};

int main(void) {
    int which = plica_range(0, 3, "which"), a = plica_range(0, 50, "a"), b = plica_range(0, 50, "b");
    int r = table[which](a, b);
    plica_assert(which != 0 || r >= a);
    plica_assert(which != 1 || r <= a);
    plica_assert(which != 2 || (r >= a && r >= b));
    return 0;
}
