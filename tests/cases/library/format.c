// verdict: holds
// Formatting into memory; a symbolic number has as many paths as digits.
#include <stdio.h>
#include <string.h>
#include "plica.h"

int main(void) {
    char text[40];
    int n = plica_range(0, 1000, "n");
    int length = sprintf(text, "%d", n);
    plica_assert(length == (n < 10 ? 1 : n < 100 ? 2 : 3) && text[0] - '0' == (n < 10 ? n : n < 100 ? n / 10 : n / 100));
    plica_assert(snprintf(text, 6, "%-5s|%05d", "ab", 42) == 11 && strcmp(text, "ab   ") == 0);
    plica_assert(sprintf(text, "%x %X %o %c%% %s %ld", 255u, 255u, 8u, 'c', "s", -1L) == 16);
    plica_assert(strcmp(text, "ff FF 10 c% s -1") == 0);
    return 0;
}
