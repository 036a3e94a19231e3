// A variable-length array ends with its block, and has a positive length.
// run: check --checks +uninit
// verdict: violated
// error: out-of-bounds at 11
// error: use-after-free at 15
#include "plica.h"
int main(void) {
    int n = plica_range(0, 3, "n"), *p = &n;
    for (int i = 0; i < 2; i++) {
        // Of length zero in the first iteration if n is 0.
        int a[n + i];
        a[n + i - 1] = i;
        p = a + n + i - 1;
    }
    return *p;
}
