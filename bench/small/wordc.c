//! Words, lines and characters of twelve.
//! Verdict: holds.
#include "small.h"
#define N 12
int main(void) {
    char s[N + 1];
    SYM(s);
    s[N] = 0;
    int w = 0, in = 0, l = 0, c = 0;
    for (int i = 0; s[i]; i++) {
        c++;
        if (s[i] == '\n') l++;
        if (s[i] == ' ' || s[i] == '\n' || s[i] == '\t')
            in = 0;
        else if (!in) {
            in = 1;
            w++;
        }
    }
    ASSERT(w <= 6 && l <= c && w + l <= c + 1);
    return 0;
}
