// verdict: holds
// Numbers from symbolic text.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char text[4], *end;
    plica_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    plica_assume(text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
    int n = atoi(text);
    plica_assert(n >= -99 && n <= 999);
    plica_assert(strtol("0x1Fz", &end, 0) == 31 && *end == 'z');
    plica_assert(strtoul("  777", NULL, 8) == 511 && atol("-12") == -12);
    plica_assert(abs(-5) == 5 && div(17, 5).rem == 2);
    return 0;
}
