// run: check --args 2,1
// verdict: holds
// The twin of args_bad.c: arguments are terminated strings, no longer than --args says.
#include <stdlib.h>
#include <string.h>
#include "plica.h"

int main(int argc, char **argv) {
    plica_assert(argc == 3 && argv[3] == NULL);
    plica_assert(strlen(argv[1]) <= 2 && strlen(argv[2]) <= 1);
    if (strcmp(argv[1], "-n") == 0) plica_assert(atoi(argv[2]) < 10);
    return 0;
}
