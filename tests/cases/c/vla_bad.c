// verdict: violated
// error: out-of-bounds at 10
// The size of the array stays symbolic; its last index is one less.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    plica_assume(n > 0 && n < 100000);
    char line[n];
    line[n] = 0;
    return line[n - 1];
}
