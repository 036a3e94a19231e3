//! Five queens stand nowhere: there is a way.
//! Verdict: violated.
#include "small.h"
#define N 5
int main(void) {
    unsigned char q[N];
    SYM(q);
    for (int i = 0; i < N; i++) ASSUME(q[i] < N);
    int ok = 1;
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++)
            if (q[i] == q[j] || q[i] - q[j] == i - j || q[i] - q[j] == j - i) ok = 0;
    ASSERT(!ok || q[0] != 3 || q[1] != 0 || q[2] != 2);
    return 0;
}
