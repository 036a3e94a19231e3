//! A ring buffer against a plain array, ten operations.
//! Verdict: holds.
#include "small.h"
#define C 4
static int b[C];
static unsigned hd, tl;
int main(void) {
    unsigned char op[10];
    SYM(op);
    int model[16], mh = 0, mt = 0;
    for (int i = 0; i < 10; i++) {
        if (op[i] & 1) {
            if (tl - hd < C) {
                b[tl++ % C] = i;
                model[mt++] = i;
            }
        } else if (hd != tl) {
            int v = b[hd++ % C];
            ASSERT(v == model[mh++]);
        }
        ASSERT(tl - hd <= C && (int)(tl - hd) == mt - mh);
    }
    return 0;
}
