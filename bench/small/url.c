//! An escaped URL never decodes to a slash and an end.
//! Verdict: violated.
#include "small.h"
static int hx(int c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}
static int undo(const char *s, char *o) {
    int n = 0;
    while (*s) {
        if (*s == '%') {
            int a = hx(s[1]);
            if (a < 0) return -1;
            int b = hx(s[2]);
            if (b < 0) return -1;
            o[n++] = a * 16 + b;
            s += 3;
        } else if (*s == '+') {
            o[n++] = ' ';
            s++;
        } else
            o[n++] = *s++;
    }
    o[n] = 0;
    return n;
}
int main(void) {
    char s[8], o[8];
    SYM(s);
    s[7] = 0;
    int n = undo(s, o);
    ASSERT(n < 8);
    if (n == 2) ASSERT(!(o[0] == '/' && o[1] == 0 && s[0] == '%' && s[4] == '0'));
    return 0;
}
