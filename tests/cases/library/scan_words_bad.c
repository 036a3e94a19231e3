// verdict: violated
// error: assertion-failure at 12
// Whoever reads a number may get one that is none.
#include <stdio.h>
#include "plica.h"

int main(void) {
    char text[] = "xan";
    double number = 0;
    text[0] = (char)plica_range(32, 127, "c");
    if (sscanf(text, "%lf", &number) != 1) return 0;
    plica_assert(number == number);
    return 0;
}
