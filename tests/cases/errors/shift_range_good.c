// verdict: holds
// The twin of shift_range_bad.c.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    if (n > 32) return 0;
    unsigned mask = n == 32 ? ~0u : (1u << n) - 1;
    return mask == 7;
}
