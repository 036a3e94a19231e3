//! A Huffman decoder as a table of states.
//! Verdict: holds.
#include "small.h"
static const signed char T[][2] = {{1, 2}, {-1, -2}, {3, 4}, {-3, -4}, {5, -5}, {-6, -7}};
int main(void) {
    unsigned char b[2];
    SYM(b);
    int at = 0, n = 0, len[8] = {0};
    for (int i = 0; i < 16; i++) {
        int k = T[at][b[i / 8] >> (i % 8) & 1];
        if (k < 0) {
            len[-k]++;
            n++;
            at = 0;
        } else
            at = k;
    }
    int tot = 2 * len[1] + 2 * len[2] + 2 * 0 + 3 * len[3] + 3 * len[4];
    ASSERT(n <= 8 && tot <= 16);
    return 0;
}
