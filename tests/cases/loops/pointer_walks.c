// run: check --time-limit 20s
// verdict: holds
// A pointer walks to the end of an array in as many steps as it has elements.
#include "plica.h"

static char a[6];

int main(void) {
    int n = plica_int("n");
    plica_assume(n >= 0 && n <= 6);
    const char *p = a, *end = a + n;
    long steps = 0;
    while (p != end) {
        p++;
        steps++;
    }
    plica_assert(steps == n && p - a == n);
    return 0;
}
