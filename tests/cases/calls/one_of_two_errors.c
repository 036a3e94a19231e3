// verdict: violated
// error: error-call at 8
// The callee has two errors: through its two callers only the second is reached.
#include "plica.h"

static void check(int x, int strict) {
    if (strict && x < 0) plica_error("negative");
    if (!strict && x < -5) plica_error("far below");
}

static void careful(int x) {
    if (x >= 0) check(x, 1);
}

static void careless(int x) { check(x, 0); }

int main(void) {
    int x = plica_range(-8, 8, "x");
    careful(x);
    careless(x);
    return 0;
}
