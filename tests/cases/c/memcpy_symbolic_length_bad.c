// verdict: violated
// error: out-of-bounds at 10
// Each length out of bounds was a path: the run did not end.
#include "plica.h"
#include <string.h>

int main(void) {
    char to[4], from[8] = {0};
    unsigned long n = plica_ulong("n");
    memcpy(to, from, n);
    return 0;
}
