// verdict: violated
// error: assertion-failure at 10
// Standard input is symbolic: a command and its end of line.
#include <stdio.h>
#include "plica.h"

int main(void) {
    int c = getchar();
    if (c != 'q') return 0;
    plica_assert(getchar() != '\n');
    return 0;
}
