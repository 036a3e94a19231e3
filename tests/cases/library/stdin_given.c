// run: check --stdin 3
// verdict: holds
// Standard input of three bytes.
#include <stdio.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    char text[8];
    int first = getchar();
    plica_assert(first != EOF);
    plica_assert(read(0, text, 8) == 2);
    plica_assert(getchar() == EOF && feof(stdin));
    return 0;
}
