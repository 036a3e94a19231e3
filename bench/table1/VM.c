//! An interpreter runs a symbolic byte-code program: a loop with a switch. The target is an instruction that fails when the
//! accumulator holds a value that takes many instructions to make.
//!
//! Models virtual machines, script engines and command interpreters. After Table 1 of Slabý, Strejček, Trtík 2013.
//! Where classic execution drowns: each instruction is one of eight, and the shortest program that fails has 61 of them (two
//! registers have to be counted, to 20 and to -40): 8^61 paths of that length.
//! Verdict: violated (the target is reachable).
#include "plica.h"

#define CAPACITY 1000

enum { HALT, INC_A, DEC_A, INC_B, DEC_B, SWAP, NEGATE, CHECK };

static unsigned char code[CAPACITY];

int main(void) {
    int length = plica_int("length"), pc = 0, a = 0, b = 0, held;
    plica_assume(length >= 0 && length <= CAPACITY);
    PLICA_SYMBOLIC(code);
    while (pc < length) {
        switch (code[pc]) {
        case HALT: return 0;
        case INC_A: a++; break;
        case DEC_A: a--; break;
        case INC_B: b++; break;
        case DEC_B: b--; break;
        case SWAP:
            held = a;
            a = b;
            b = held;
            break;
        case NEGATE: a = -a; break;
        case CHECK:
            if (a == 20 && b == -40) plica_error("the check of the byte-code program fails");
            break;
        default: return 1;
        }
        pc++;
    }
    return 0;
}
