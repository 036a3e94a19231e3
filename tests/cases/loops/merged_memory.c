// run: check
// verdict: holds
// What paths write that meet again differs in size and place: bytes, words and halves of words over each other.
#include "plica.h"
#include <assert.h>
#include <string.h>

union cell {
    unsigned word;
    unsigned char byte[4];
    struct { unsigned short low, high; } half;
};

int main(void) {
    unsigned char in[6];
    plica_make_symbolic(in, sizeof in, "in");
    union cell c[2];
    memset(c, 0, sizeof c);
    unsigned sum = 0;
    for (int i = 0; i < 6; i++) {
        union cell *to = &c[i & 1];
        if (in[i] < 64) to->byte[i & 3] = in[i];
        else if (in[i] < 128) to->half.high = (unsigned short)(in[i] << 8 | i);
        else if (in[i] < 192) to->word = 0x01020304u + in[i];
        else memcpy(&c[0], &c[1], 3);
        sum += to->byte[0];
    }
    assert(sum <= 6 * 255);
    assert(c[0].byte[3] <= 0xbf && c[1].word >> 24 <= 0xbf);
    return 0;
}
