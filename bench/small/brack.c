//! Three kinds of brackets that fit: even length.
//! Verdict: holds.
#include "small.h"
#define N 7
int main(void) {
    char s[N + 1], st[N];
    SYM(s);
    s[N] = 0;
    int n = 0;
    for (int i = 0; s[i]; i++) {
        char c = s[i];
        if (c == '(' || c == '[' || c == '{')
            st[n++] = c;
        else if (c == ')' || c == ']' || c == '}') {
            if (!n) return 0;
            char o = st[--n];
            if ((o == '(' && c != ')') || (o == '[' && c != ']') || (o == '{' && c != '}')) return 0;
        } else
            return 0;
    }
    if (n == 0) {
        int len = 0;
        while (s[len]) len++;
        ASSERT(len % 2 == 0);
    }
    return 0;
}
