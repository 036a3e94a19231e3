//! Running a program backwards: which input leads here?
//!
//!     plica check examples/password.c
//!
//! The check below accepts one password. plica solves for it: the report shows the bytes as the inputs of the reached error.
#include "plica.h"

static unsigned mix(unsigned hash, unsigned char c) {
    hash ^= c;
    return (hash << 5 | hash >> 27) * 33u;
}

int main(void) {
    unsigned char word[5];
    plica_make_symbolic(word, sizeof word, "word");
    unsigned hash = 5381;
    for (unsigned i = 0; i < sizeof word; i++) {
        plica_assume(word[i] >= 'a' && word[i] <= 'z');
        hash = mix(hash, word[i]);
    }
    if (hash == 0x711b5ab2u) plica_error("the password is known");
    return 0;
}
