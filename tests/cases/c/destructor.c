// verdict: violated
// error: assertion-failure at 9
// What runs at the end of the program is not passed over.
#include "plica.h"

static int n;

__attribute__((destructor)) static void at_end(void) {
    plica_assert(n != 3);
}

int main(void) {
    n = plica_int("n");
    return 0;
}
