//! power.c against the compiler's runtime.
#include <string.h>
#include "check.h"

double model___powidf2(double, int), __powidf2(double, int);
float model___powisf2(float, int), __powisf2(float, int);
long double model___powixf2(long double, int), __powixf2(long double, int);

int main(void) {
    for (int i = 0; i < 20000; i++) {
        double x = (double)random_number() / (1 << random_below(20));
        int n = random_below(3) ? random_below(41) - 20 : (int)random_bits();
        double one = model___powidf2(x, n), other = __powidf2(x, n);
        CHECK(!memcmp(&one, &other, sizeof one));
        float first = model___powisf2((float)x, n), second = __powisf2((float)x, n);
        CHECK(!memcmp(&first, &second, sizeof first));
        long double long_one = model___powixf2(x / 3, n), long_other = __powixf2(x / 3, n);
        CHECK(!memcmp(&long_one, &long_other, 10));
    }
    return check_result();
}
