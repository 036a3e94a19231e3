// Pointers into one of several objects, which an input chooses: compared, subtracted, and moved past the end.
// run: check --checks +pointer-comparison,+pointer-arithmetic
// verdict: violated
// error: pointer-comparison at 16
// error: pointer-comparison at 18
// error: pointer-arithmetic at 20
// error: pointer-arithmetic at 24
#include "plica.h"

static char a[16], b[4];
static char *const both[2] = {a, b};

int main(void) {
    unsigned n = plica_uint("n"), what = plica_uint("what");
    char *chosen = n > 4 ? b : a + 1;
    if (what == 0) return chosen < a;
    if (what == 1 && n <= 4) return chosen < a;
    if (what == 2) return (int)(chosen - a);
    if (what == 3) {
        char *end = both[n & 1] + 5;
        return end == a;
    }
    if (what == 4 && n <= 4) {
        char *end = chosen + 15, *farther = chosen + (n == 2 ? 16 : 3);
        return end == farther;
    }
    return 0;
}
