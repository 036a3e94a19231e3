//! No Roman numeral of five letters is 94.
//! Verdict: violated.
#include "small.h"
static int val(char c) {
    switch (c) {
    case 'I':
        return 1;
    case 'V':
        return 5;
    case 'X':
        return 10;
    case 'L':
        return 50;
    case 'C':
        return 100;
    }
    return 0;
}
int main(void) {
    char s[6];
    SYM(s);
    s[5] = 0;
    int t = 0;
    for (int i = 0; s[i]; i++) {
        int a = val(s[i]);
        if (!a) return 0;
        int b = val(s[i + 1]);
        if (a < b)
            t -= a;
        else
            t += a;
    }
    ASSERT(t != 94);
    return 0;
}
