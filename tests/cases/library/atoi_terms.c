// verdict: holds
// A number from unknown characters is what its digits say, whatever stands around them.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char text[4] = "???";
    for (int i = 0; i < 3; i++) text[i] = plica_char("c");
    int n = atoi(text);
    plica_assert(-99 <= n && n <= 999);
    if (text[0] == '-' && text[1] == '4' && text[2] == '2') plica_assert(n == -42);
    if (text[0] == ' ' && text[1] == '+' && text[2] == '7') plica_assert(n == 7);
    if (text[0] == '1' && text[1] == ' ') plica_assert(n == 1);
    if (text[0] == '-' && text[1] == '-') plica_assert(n == 0);
    if (text[0] == '5' && !text[1]) plica_assert(n == 5);
    return 0;
}
