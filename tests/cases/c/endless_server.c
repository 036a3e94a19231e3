// run: check
// verdict: holds
// A program that never ends and never fails: what changes in its loop decides nothing.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    for (;;) n = n * 1103515245u + 12345u;
}
