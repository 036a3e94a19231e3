//! Selection sort of five numbers.
//! Verdict: holds.
#include "small.h"
#define N 5
int main(void) {
    int a[N];
    SYM(a);
    for (int i = 0; i < N; i++) {
        int m = i;
        for (int j = i + 1; j < N; j++)
            if (a[j] < a[m]) m = j;
        int t = a[i];
        a[i] = a[m];
        a[m] = t;
    }
    for (int i = 0; i + 1 < N; i++) ASSERT(a[i] <= a[i + 1]);
    return 0;
}
