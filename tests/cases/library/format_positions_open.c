// verdict: undecided
// reason: the conversion %2$ of snprintf
// Conversions that say which argument they take.
#include <stdio.h>
#include "plica.h"

int main(void) {
    char text[16];
    snprintf(text, sizeof text, "%2$d %1$d", 1, 2);
    plica_assert(text[0] == '2');
    return 0;
}
