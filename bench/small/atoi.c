//! A number with sign and blanks is never -4711.
//! Verdict: violated.
#include "small.h"
static int my(const char *s) {
    int v = 0, g = 1;
    while (*s == ' ') s++;
    if (*s == '-') {
        g = -1;
        s++;
    }
    while (*s >= '0' && *s <= '9') v = v * 10 + (*s++ - '0');
    return g * v;
}
int main(void) {
    char s[9];
    SYM(s);
    s[8] = 0;
    int v = my(s);
    ASSERT(v != -4711);
    return 0;
}
