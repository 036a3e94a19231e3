//! A counting loop: k is twice the counter at any time. The target is that it is not, at the end.
//!
//! Models loops that keep a derived index beside their counter. After Table 1 of Slabý, Strejček, Trtík 2013.
//! Where classic execution drowns: the number of iterations is a 32-bit input, so there are 2^32 paths.
//! Why it holds: both sides count modulo 2^32, and after c iterations i is c and k is 2c, wrapped alike.
//! Verdict: holds (the target is not reachable).
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), i = 0, k = 0;
    while (i < n) {
        i++;
        k += 2;
    }
    if (k != 2 * n) plica_error("k is not twice the counter");
    return 0;
}
