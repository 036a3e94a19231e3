//! Two words in a trie.
//! Verdict: holds.
#include "small.h"
static short nx[16][4];
static char end[16];
static int cnt = 1;
static void add(const char *s) {
    int t = 0;
    for (; *s; s++) {
        int c = *s - 'a';
        if (c < 0 || c > 3) return;
        if (!nx[t][c]) nx[t][c] = cnt++;
        t = nx[t][c];
    }
    end[t] = 1;
}
static int has(const char *s) {
    int t = 0;
    for (; *s; s++) {
        int c = *s - 'a';
        if (c < 0 || c > 3) return 0;
        t = nx[t][c];
        if (!t) return 0;
    }
    return end[t];
}
int main(void) {
    char a[4], b[4];
    SYM(a);
    SYM(b);
    a[3] = 0;
    b[3] = 0;
    for (int i = 0; i < 3; i++) {
        ASSUME(a[i] >= 'a' && a[i] <= 'd');
        ASSUME(b[i] >= 'a' && b[i] <= 'd');
    }
    add(a);
    add(b);
    ASSERT(has(a) && has(b));
    ASSERT(cnt <= 7);
    return 0;
}
