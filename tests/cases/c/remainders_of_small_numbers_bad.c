// run: check --time-limit 60s
// verdict: violated
// error: assertion-failure at 16
// Three steps of Euclid are not always enough.
#include "plica.h"

int main(void) {
    unsigned char x = plica_uchar("x"), y = plica_uchar("y");
    plica_assume(x && y);
    unsigned char a = x, b = y;
    for (int i = 0; i < 3 && b; i++) {
        unsigned char rest = a % b;
        a = b;
        b = rest;
    }
    plica_assert((b && y < 5) || (x % a == 0 && y % a == 0));
    return 0;
}
