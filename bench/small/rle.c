//! Runs of six bytes, and back.
//! Verdict: holds.
#include "small.h"
#define N 6
int main(void) {
    unsigned char s[N], o[2 * N], u[N];
    SYM(s);
    int n = 0;
    for (int i = 0; i < N;) {
        int j = i;
        while (j < N && s[j] == s[i]) j++;
        o[n++] = j - i;
        o[n++] = s[i];
        i = j;
    }
    int k = 0;
    for (int i = 0; i < n; i += 2)
        for (int c = 0; c < o[i]; c++) u[k++] = o[i + 1];
    ASSERT(k == N);
    for (int i = 0; i < N; i++) ASSERT(u[i] == s[i]);
    return 0;
}
