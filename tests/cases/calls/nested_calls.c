// verdict: holds
// Calls as arguments of calls, three deep, the same function at several levels.
#include "plica.h"

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }
static int clamp(int low, int x, int high) { return larger(low, smaller(x, high)); }

int main(void) {
    int x = plica_int("x"), y = plica_int("y"), z = plica_int("z");
    int middle = larger(smaller(x, y), smaller(larger(x, y), z));
    plica_assert(middle == x || middle == y || middle == z);
    plica_assert(middle >= smaller(smaller(x, y), z) && middle <= larger(larger(x, y), z));
    int c = clamp(0, clamp(-10, x, 90), 50);
    plica_assert(c >= 0 && c <= 50 && (x < 0 || x > 50 || c == x));
    return 0;
}
