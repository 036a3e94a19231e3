// run: check --time-limit 20s
// verdict: holds
// Every index is in bounds.
#include "plica.h"

static int a[6];

int main(void) {
    int n = plica_int("n");
    plica_assume(n <= 6);
    for (int i = 0; i < n; i++) a[i] = 1;
    return 0;
}
