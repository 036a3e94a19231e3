//! Bubble sort of six numbers, until nothing is swapped.
//! Verdict: holds.
#include "small.h"
#define N 6
int main(void) {
    short a[N];
    SYM(a);
    int sw;
    do {
        sw = 0;
        for (int i = 0; i + 1 < N; i++)
            if (a[i] > a[i + 1]) {
                short t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
                sw = 1;
            }
    } while (sw);
    for (int i = 0; i + 1 < N; i++) ASSERT(a[i] <= a[i + 1]);
    return 0;
}
