// verdict: holds
// One value seen as bytes, halves and bits; a tagged union.
#include <stdint.h>
#include "plica.h"

union word { uint32_t whole; uint16_t half[2]; uint8_t byte[4]; };
struct tagged { enum { NUMBER, TEXT } tag; union { long number; char text[8]; } as; };

int main(void) {
    union word w;
    w.whole = plica_uint("whole");
    plica_assert(w.byte[0] == (w.whole & 0xff));
    plica_assert(w.half[1] == w.whole >> 16);
    w.byte[3] = 0;
    plica_assert(w.whole < 1u << 24);

    struct tagged t;
    t.tag = plica_bool("text") ? TEXT : NUMBER;
    if (t.tag == TEXT) t.as.text[7] = 0;
    else t.as.number = 42;
    plica_assert(t.tag == TEXT ? t.as.text[7] == 0 : t.as.number == 42);
    return 0;
}
