//! Knuth, Morris and Pratt find what a plain search finds.
//! Verdict: holds.
#include "small.h"
#define P 3
#define T 6
int main(void) {
    char p[P], t[T];
    SYM(p);
    SYM(t);
    int f[P];
    f[0] = 0;
    for (int i = 1, k = 0; i < P; i++) {
        while (k && p[k] != p[i]) k = f[k - 1];
        if (p[k] == p[i]) k++;
        f[i] = k;
    }
    int at = -1;
    for (int i = 0, k = 0; i < T; i++) {
        while (k && p[k] != t[i]) k = f[k - 1];
        if (p[k] == t[i]) k++;
        if (k == P) {
            at = i - P + 1;
            break;
        }
    }
    int nv = -1;
    for (int i = 0; i + P <= T && nv < 0; i++) {
        int j = 0;
        while (j < P && t[i + j] == p[j]) j++;
        if (j == P) nv = i;
    }
    ASSERT(at == nv);
    return 0;
}
