// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: out-of-bounds at 12
// The last index is out of bounds.
#include "plica.h"

static int a[6];

int main(void) {
    int n = plica_int("n");
    plica_assume(n <= 6 + 1);
    for (int i = 0; i < n; i++) a[i] = 1;
    return 0;
}
