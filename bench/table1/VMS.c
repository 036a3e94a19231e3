//! The interpreter of VM.c with fewer instructions: count up, count down, halt, check.
//!
//! Models virtual machines, script engines and command interpreters. After Table 1 of Slabý, Strejček, Trtík 2013.
//! Where classic execution drowns: each instruction is one of four, and the shortest program that fails has 101 of them.
//! Verdict: violated (the target is reachable).
#include "plica.h"

#define CAPACITY 1000

enum { HALT, INC, DEC, CHECK };

static unsigned char code[CAPACITY];

int main(void) {
    int length = plica_int("length"), pc = 0, a = 0;
    plica_assume(length >= 0 && length <= CAPACITY);
    PLICA_SYMBOLIC(code);
    while (pc < length) {
        switch (code[pc]) {
        case HALT: return 0;
        case INC: a++; break;
        case DEC: a--; break;
        case CHECK:
            if (a == 100) plica_error("the check of the byte-code program fails");
            break;
        default: return 1;
        }
        pc++;
    }
    return 0;
}
