//! Two counting loops: the second takes back what the first has added. The target is that something is left.
//!
//! Models acquiring and releasing: what was counted up is counted down. After Table 1 of Slabý, Strejček, Trtík 2013.
//! Where classic execution drowns: the number of iterations is a 32-bit input, so there are 2^32 paths through either loop.
//! Why it holds: the first loop ends with i = n and k = k0 + 3n, the second runs n times and takes 3n off, modulo 2^32.
//! Verdict: holds (the target is not reachable).
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), start = plica_uint("start"), i = 0, k = start;
    while (i < n) {
        i++;
        k += 3;
    }
    while (i > 0) {
        i--;
        k -= 3;
    }
    if (k != start) plica_error("the second loop has not undone the first");
    return 0;
}
