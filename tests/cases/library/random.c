// verdict: violated
// error: assertion-failure at 13
// native: no
// rand() may give any number: a seed promises nothing.
#include <stdlib.h>
#include <time.h>
#include "plica.h"

int main(void) {
    srand((unsigned)time(NULL));
    int a = rand(), b = rand() % 6 + 1;
    plica_assert(a >= 0 && b >= 1 && b <= 6);
    plica_assert(a != 123456789 || b != 6);
    return 0;
}
