// run: check --time-limit 60s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 26
// Two registers of an interpreter, exchanged and negated on the way, come to values that take 61 instructions.
#include "plica.h"

static unsigned char code[1000];

int main(void) {
    int length = plica_int("length"), a = 0, b = 0, held;
    plica_assume(length >= 0 && length <= 1000);
    PLICA_SYMBOLIC(code);
    for (int pc = 0; pc < length; pc++) {
        switch (code[pc]) {
        case 1: a++; break;
        case 2: a--; break;
        case 3: b++; break;
        case 4: b--; break;
        case 5:
            held = a;
            a = b;
            b = held;
            break;
        case 6: a = -a; break;
        case 7: plica_assert(a != 20 || b != -40); break;
        default: return 0;
        }
    }
    return 0;
}
