// run: check --checks +uninit
// verdict: holds
// Arrays of more bytes than a number has, all written, read at an index that is not known.
#include "plica.h"

int main(void) {
    int a[8];
    char text[100];
    unsigned i = (unsigned)plica_int("i");
    for (int k = 0; k < 8; k++) a[k] = 3 * k;
    for (int k = 0; k < 100; k++) text[k] = (char)k;
    if (i >= 8) return 0;
    if (a[i] % 3 != 0) plica_error("all are multiples");
    if (text[i] >= 8) plica_error("each is its index");
    return 0;
}
