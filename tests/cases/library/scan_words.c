// verdict: holds
// Numbers that are words, and those in hexadecimal.
#include <math.h>
#include <stdio.h>
#include "plica.h"

int main(void) {
    double a, b, c;
    float d;
    plica_assert(sscanf("inf nan -Infinity 0x1.8p3", "%lf%lf%lf%f", &a, &b, &c, &d) == 4);
    plica_assert(isinf(a) && a > 0 && isnan(b) && isinf(c) && c < 0 && d == 12);
    plica_assert(sscanf("infix", "%lf", &a) == 0);
    return 0;
}
