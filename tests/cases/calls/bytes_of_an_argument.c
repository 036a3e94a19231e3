// verdict: holds
// A callee writes single bytes of an object that its caller reads as a whole.
#include "plica.h"

static void set_byte(void *p, int at, unsigned char value) { ((unsigned char *)p)[at] = value; }

static void clear(void *p, int n) {
    for (int i = 0; i < n; i++) set_byte(p, i, 0);
}

int main(void) {
    unsigned word = 0x11223344, at = (unsigned)plica_range(0, 4, "at");
    set_byte(&word, (int)at, 0xff);
    plica_assert(((word >> (8 * at)) & 255) == 255);
    plica_assert((word | 0xffu << (8 * at)) == (0x11223344 | 0xffu << (8 * at)));
    clear(&word, 4);
    plica_assert(word == 0);
    return 0;
}
