// verdict: holds
// What fgets reads fits and is terminated; after the end there is nothing more.
#include <stdio.h>
#include <string.h>
#include "plica.h"

int main(void) {
    char line[4];
    if (!fgets(line, sizeof line, stdin)) {
        plica_assert(feof(stdin) && getchar() == EOF);
        return 0;
    }
    plica_assert(strlen(line) <= 3);
    return 0;
}
