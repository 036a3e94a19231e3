// The array of the second iteration has nothing of that of the first.
// verdict: violated
// error: assertion-failure at 12
// native: no
#include "plica.h"
static int *at(int *a, int i) { return a + i; }
int main(void) {
    int k = plica_range(0, 9, "k");
    for (int i = 0; i < 2; i++) {
        int a[3];
        if (i == 0) *at(a, 1) = k;
        else plica_assert(*at(a, 1) == k);
    }
    return 0;
}
