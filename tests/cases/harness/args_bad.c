// run: check --args 2,3
// verdict: violated
// error: assertion-failure at 11
// main gets two symbolic arguments: an option of at most two characters and its value of at most three.
#include <stdlib.h>
#include <string.h>
#include "plica.h"

int main(int argc, char **argv) {
    plica_assert(argc == 3 && argv[3] == NULL);
    if (strcmp(argv[1], "-n") == 0) plica_assert(atoi(argv[2]) != 120);
    return 0;
}
