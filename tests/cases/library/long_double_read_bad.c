// verdict: violated
// error: assertion-failure at 8
// A long double is nearer to what a text says than a double.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    plica_assert(strtold("0.1", NULL) == strtod("0.1", NULL));
    return 0;
}
