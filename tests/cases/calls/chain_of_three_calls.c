// verdict: violated
// error: error-call at 13
// The error needs a mode set by one call and an argument handed down through three.
#include "plica.h"

static int mode;

static void set_mode(int m) {
    if (m > 3) mode = m;
}

static int inner(int x) {
    if (mode == 5 && x == 12) plica_error("mode and argument");
    return x;
}

static int middle(int x) { return x > 20 ? 0 : inner(x + 2); }
static int outer(int x) { return x < 0 ? 0 : middle(x * 2); }

int main(void) {
    set_mode(plica_range(0, 8, "mode"));
    outer(plica_range(-10, 10, "x"));
    return 0;
}
