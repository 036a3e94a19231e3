// verdict: violated
// error: out-of-bounds at 7
// A callee gets a pointer into the middle of an array, and reaches back before it.
#include "plica.h"

static int before(const int *p, int by) {
    return p[-by];
}

int main(void) {
    int v[4] = {1, 2, 3, 4}, by = plica_range(0, 4, "by");
    plica_assert(before(v + 3, by) == 4 - by);
    if (by < 3) plica_assert(before(v + 2, by) == 3 - by);
    before(v + 1, by == 2 ? 2 : 0);
    return 0;
}
