//! Table look-ups: four reads of a 256-byte table at symbolic indices, hashed, and an assertion on the hash.
//!
//! Models checksums, character classes and ciphers: one path, one query with reads of a constant array in it, where the
//! solver's way with arrays decides. KLEE 3.3-pre with STP on the reference machine: 0.5 s. Verdict: violated (some four
//! bytes have the hash).
#include "klee/klee.h"

static unsigned char table[256];

int main(void) {
    unsigned char index[4];
    unsigned seed = 1, hash = 0;
    for (int i = 0; i < 256; i++) {
        seed = seed * 1103515245u + 12345u;
        table[i] = (unsigned char)(seed >> 16);
    }
    klee_make_symbolic(index, sizeof index, "index");
    for (int i = 0; i < 4; i++) hash = hash * 31u + table[index[i]];
    klee_assert(hash != 5739137u);
    return 0;
}
