// run: check --time-limit 1s
// verdict: undecided
// reason: time
// compact: holds
// A program that never ends and never fails cannot be shown to hold by unrolling: the loop has no exit.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    for (;;) n = n * 1103515245u + 12345u;
}
