// verdict: holds
// A status other than 0 is no error, and nothing after exit happens.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    int n = plica_int("n");
    if (n > 3) exit(n == 7 ? 3 : 0);
    plica_assert(n <= 3);
    return 2;
}
