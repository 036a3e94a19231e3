//! A stack machine never has 93 at the bottom.
//! Verdict: violated.
#include "small.h"
int main(void) {
    unsigned char c[6];
    SYM(c);
    int st[8], sp = 0;
    for (int pc = 0; pc < 6; pc++) {
        switch (c[pc] & 7) {
        case 0:
            st[sp++] = c[pc] >> 3;
            break;
        case 1:
            if (sp < 2) return 0;
            sp--;
            st[sp - 1] += st[sp];
            break;
        case 2:
            if (sp < 2) return 0;
            sp--;
            st[sp - 1] -= st[sp];
            break;
        case 3:
            if (sp < 1) return 0;
            st[sp] = st[sp - 1];
            sp++;
            break;
        case 4:
            if (sp < 1) return 0;
            sp--;
            break;
        case 5:
            if (sp < 2) return 0;
            {
                int x = st[sp - 1];
                st[sp - 1] = st[sp - 2];
                st[sp - 2] = x;
            }
            break;
        case 6:
            if (sp < 1) return 0;
            st[sp - 1] *= 2;
            break;
        default:
            return 0;
        }
        ASSERT(sp <= 6 && sp >= 0);
    }
    if (sp) ASSERT(st[0] != 93);
    return 0;
}
