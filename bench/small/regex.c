//! Pike's matcher on any expression of five characters.
//! Verdict: holds.
#include "small.h"
static int here(const char *, const char *);
static int star(int c, const char *re, const char *t) {
    do
        if (here(re, t)) return 1;
    while (*t && (*t++ == c || c == '.'));
    return 0;
}
static int here(const char *re, const char *t) {
    if (!re[0]) return 1;
    if (re[1] == '*') return star(re[0], re + 2, t);
    if (re[0] == '$' && !re[1]) return !*t;
    if (*t && (re[0] == '.' || re[0] == *t)) return here(re + 1, t + 1);
    return 0;
}
static int match(const char *re, const char *t) {
    if (re[0] == '^') return here(re + 1, t);
    do
        if (here(re, t)) return 1;
    while (*t++);
    return 0;
}
int main(void) {
    char re[6];
    SYM(re);
    re[5] = 0;
    int m = match(re, "hello");
    ASSERT(m == 0 || m == 1);
    if (re[0] == '^' && re[1] == 'x') ASSERT(!m || re[2] == '*');
    return 0;
}
