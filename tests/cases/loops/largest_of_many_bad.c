// run: check
// verdict: violated
// error: assertion-failure at 18
// The smallest of all but the last one.
#include "plica.h"

#define N 8

int main(void) {
    unsigned char a[N];
    PLICA_SYMBOLIC(a);
    unsigned smallest = a[0];
    for (int i = 1; i < N - 1; i++) smallest = a[i] < smallest ? a[i] : smallest;
    smallest = a[N - 2] < smallest ? a[N - 2] : smallest;
    for (int i = 0; i < N - 1; i++) plica_assert(smallest <= a[i]);
    int k = plica_range(0, N, "k");
    // The last one may be smaller.
    plica_assert(a[k] >= smallest);
    return 0;
}
