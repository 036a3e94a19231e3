// run: check
// verdict: holds
// The largest of some numbers, and where it was found: an order of many that paths which meet have in one.
#include "plica.h"

#define N 8

int main(void) {
    int a[N];
    PLICA_SYMBOLIC(a);
    int largest = a[0], at = 0;
    for (int i = 1; i < N; i++)
        if (a[i] > largest) {
            largest = a[i];
            at = i;
        }
    plica_assert(a[at] == largest);
    for (int i = 0; i < N; i++) plica_assert(a[i] <= largest);
    return 0;
}
