// verdict: holds
// The twin of bounds_stack_bad.c: an unsigned index has one bound to check.
#include "plica.h"

int main(void) {
    char buffer[8] = {0};
    unsigned at = plica_uint("at");
    if (at < 8) buffer[at] = 1;
    return buffer[0];
}
