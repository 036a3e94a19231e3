// run: check --target reset
// verdict: violated
// error: target-reached at 10
// A function is the target: it is reached through one of its two callers.
#include "plica.h"

static int errors;

static void reset(void) {
    errors = 0;
}

static void report(int severity) {
    errors += severity;
    if (errors > 5) reset();
}

int main(void) {
    int a = plica_range(0, 4, "a"), b = plica_range(0, 4, "b");
    report(a);
    report(b);
    if (errors < 0) reset();
    return 0;
}
