// run: check --target reset
// verdict: holds
// A function is the target: neither of its callers can call it.
#include "plica.h"

static int errors;

static void reset(void) { errors = 0; }

static void report(int severity) {
    errors += severity;
    if (errors > 5) reset();
}

int main(void) {
    int a = plica_range(0, 3, "a"), b = plica_range(0, 4, "b");
    report(a);
    report(b);
    if (errors < 0) reset();
    return 0;
}
