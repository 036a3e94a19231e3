// run: check
// verdict: holds
// Paths leave the loop in three ways and at different times; behind it all that is known of them still is.
#include "plica.h"
#include <assert.h>

static int find(const unsigned char *a, int n, int *steps) {
    int odd = 0;
    for (int i = 0; i < n; i++) {
        ++*steps;
        if (a[i] == 0) return -1;
        if (a[i] == 255) {
            odd += 100;
            break;
        }
        if (a[i] & 1) odd++;
        else continue;
        if (odd == 3) goto three;
    }
    return odd;
three:
    return 50 + *steps;
}

int main(void) {
    unsigned char a[7];
    plica_make_symbolic(a, sizeof a, "a");
    int steps = 0, r = find(a, 7, &steps);
    assert(r == -1 || r <= 2 || r >= 53 && r <= 57 || r >= 100 && r <= 102);
    assert(steps >= 1 && steps <= 7);
    if (r == 57) assert(steps == 7 && (a[6] & 1));
    if (r == 102) assert(steps >= 3);
    return 0;
}
