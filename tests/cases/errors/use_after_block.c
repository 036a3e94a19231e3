// A pointer to what was declared in a block, or in an iteration, is used when that is over.
// verdict: violated
// error: use-after-free at 14
// error: use-after-free at 23
#include "plica.h"
static int *kept;
static void keep(int *p) { kept = p; }
int main(void) {
    int k = plica_range(0, 9, "k");
    {
        int y[2] = {k, k};
        keep(&y[1]);
    }
    if (k == 3) return *kept;
    int *last = &k;
    for (int i = 0; i < 2; i++) {
        int n = i;
        if (i == 0) {
            last = &n;
        } else {
            // The n of this iteration is another one.
            n = 7;
            if (k == 5) return *last;
        }
    }
    return 0;
}
