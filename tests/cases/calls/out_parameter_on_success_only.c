// verdict: holds
// The out parameter is written when the call succeeds; the caller looks at it in that case only.
#include "plica.h"

static int parse_digit(char c, int *digit) {
    if (c < '0' || c > '9') return -1;
    *digit = c - '0';
    return 0;
}

int main(void) {
    int digit;
    if (parse_digit(plica_char("c"), &digit) == 0) plica_assert(digit >= 0 && digit <= 9);
    return 0;
}
