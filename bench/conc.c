//! Concrete speed: three million steps of a congruential generator, no input at all.
//!
//! Models the long initialisations and table set-ups that programs run before their first symbolic byte matters. Each step is
//! a multiplication, an addition, two shifts and the loop's own work, about 20 LLVM instructions at -O0.
//! KLEE 3.3-pre with STP on the reference machine: 1.2 million LLVM instructions a second. Aim: at least 10 million.
//! Verdict: holds.
#include <assert.h>

int main(void) {
    unsigned state = 12345, check = 0;
    for (int i = 0; i < 3000000; i++) {
        state = state * 1664525u + 1013904223u;
        check ^= state >> 16 ^ state << 3;
    }
    assert(state == 3503963385u && check == 671334144u);
    return 0;
}
