// One value is followed, so what comes after it is explored for that. What printf and its kin call for a number.
// verdict: violated
// error: assertion-failure at 11
// native: no
#include <stddef.h>
#include "plica.h"
int __plica_format_double(char *to, size_t size, const char *spec, double value);
int main(void) {
    char text[400];
    int length = __plica_format_double(text, sizeof text, "%.2f", plica_double("d"));
    plica_assert(length < 0 || text[0] == 0);
    return 0;
}
