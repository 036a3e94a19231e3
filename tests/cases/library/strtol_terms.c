// verdict: holds
// A number from unknown characters, and where it ends.
#include <errno.h>
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char text[4] = "???", *end;
    for (int i = 0; i < 3; i++) text[i] = plica_char("c");
    long n = strtol(text, &end, 10);
    plica_assert(-99 <= n && n <= 999 && text <= end && end <= text + 3);
    if (end == text) plica_assert(n == 0);
    if (text[0] == '-' && text[1] == '4' && text[2] == '2') plica_assert(n == -42 && end == text + 3);
    if (text[0] == ' ' && text[1] == '+' && text[2] == '7') plica_assert(n == 7 && !*end);
    if (text[0] == '1' && text[1] == ' ') plica_assert(n == 1 && *end == ' ');
    if (text[0] == '-' && text[1] == '-') plica_assert(n == 0 && end == text);
    if (text[0] == '5' && !text[1]) plica_assert(n == 5 && end == text + 1);
    unsigned long wraps = strtoul(text, 0, 10);
    plica_assert(wraps == (unsigned long)n && errno == 0);
    return 0;
}
