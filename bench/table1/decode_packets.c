//! A decoder of a packet stream: each packet has a magic byte, a kind, a length and as many bytes of payload; the target is
//! the end packet behind enough data.
//!
//! Models network decoders: positions depend on lengths that are themselves input, payloads are walked byte by byte, and
//! a packet of an unknown kind or with a forbidden byte ends the run. After Table 1 of Slabý, Strejček, Trtík 2013.
//! Where classic execution drowns: every data packet has 256 possible lengths, so there are 256^n ways to place n packets; the
//! 300 bytes of payload take at least two data packets, and each of their bytes is compared.
//! Verdict: violated (the target is reachable).
#include "plica.h"

#define CAPACITY 2000
#define MAGIC 0x7e
#define FORBIDDEN 0x00
#define ENOUGH 300

enum { HELLO = 1, DATA = 2, KEEP_ALIVE = 3, END = 4 };

static unsigned char stream[CAPACITY];

int main(void) {
    int size = plica_int("size"), at = 0, received = 0, open = 0;
    plica_assume(size >= 0 && size <= CAPACITY);
    PLICA_SYMBOLIC(stream);
    while (at + 3 <= size) {
        if (stream[at] != MAGIC) return 1;
        int kind = stream[at + 1], length = stream[at + 2];
        at += 3;
        if (at + length > size) return 1;
        switch (kind) {
        case HELLO:
            if (open || length != 0) return 1;
            open = 1;
            break;
        case DATA: {
            if (!open) return 1;
            int end = at + length;
            while (at < end) {
                if (stream[at] == FORBIDDEN) return 1;
                at++;
                received++;
            }
            break;
        }
        case KEEP_ALIVE:
            if (length != 0) return 1;
            break;
        case END:
            if (open && received >= ENOUGH) plica_error("a whole transmission was decoded");
            return 0;
        default: return 1;
        }
    }
    return 0;
}
