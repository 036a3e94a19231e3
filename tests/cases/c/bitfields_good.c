// verdict: holds
// Bit-fields wrap at their own width, keep their neighbours and extend their sign.
#include "plica.h"

struct flags { unsigned mode : 3; int delta : 5; unsigned : 4; unsigned rest : 20; _Bool set : 1; };

int main(void) {
    struct flags f = {5, -3, 0xabcde, 1};
    unsigned mode = plica_uint("mode");
    int delta = plica_int("delta");
    f.mode = mode;
    plica_assert(f.mode == (mode & 7) && f.delta == -3 && f.rest == 0xabcde && f.set);
    plica_assume(delta >= -16 && delta <= 15);
    f.delta = delta;
    plica_assert(f.delta == delta && f.mode == (mode & 7) && f.rest == 0xabcde);
    f.mode++;
    plica_assert(f.mode == ((mode + 1) & 7));
    return 0;
}
