// run: check --time-limit 1s
// verdict: undecided
// reason: time
// A program that never ends and never fails cannot be shown to hold by unrolling.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    for (;;) n = n * 1103515245u + 12345u;
}
