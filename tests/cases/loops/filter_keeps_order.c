// run: check --time-limit 20s
// verdict: holds
// Only what passes is kept: at most as many as there were.
#include "plica.h"

int main(void) {
    int a[4], kept[4], n = 0;
    PLICA_SYMBOLIC(a);
    for (int i = 0; i < 4; i++)
        if (a[i] > 0) kept[n++] = a[i];
    for (int i = 0; i < n; i++) plica_assert(kept[i] > 0);
    plica_assert(n <= 4);
    return 0;
}
