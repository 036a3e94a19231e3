// verdict: violated
// error: assertion-failure at 16
// native: no
// The out parameter is read although the call failed: it can be anything.
#include "plica.h"

static int parse_digit(char c, int *digit) {
    if (c < '0' || c > '9') return -1;
    *digit = c - '0';
    return 0;
}

int main(void) {
    int digit;
    parse_digit(plica_char("c"), &digit);
    plica_assert(digit <= 9);
    return 0;
}
