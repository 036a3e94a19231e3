// verdict: violated
// error: assertion-failure at 18
// A word and a byte by pointer: in the second call the byte lies within the word.
#include "plica.h"

static unsigned write_both(unsigned *word, unsigned char *byte, unsigned char x) {
    *word = 0x01020304;
    *byte = x;
    return *word;
}

int main(void) {
    unsigned w;
    unsigned char c, x = plica_uchar("x");
    plica_assert(write_both(&w, &c, x) == 0x01020304 && c == x);
    unsigned r = write_both(&w, (unsigned char *)&w + 1, x);
    plica_assert((r & 0xffff00ff) == 0x01020004 && ((r >> 8) & 255) == x);
    plica_assert(r != 0x0102ff04);
    return 0;
}
