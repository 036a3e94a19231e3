// run: check --arg -n --args 2 --arg x=y
// verdict: holds
// The twin of arg_texts_bad.c: known arguments and unknown ones, in the order of the options.
#include <string.h>
#include "plica.h"

int main(int argc, char **argv) {
    plica_assert(argc == 4 && !argv[4]);
    plica_assert(!strcmp(argv[1], "-n") && !strcmp(argv[3], "x=y"));
    plica_assert(strlen(argv[2]) <= 2);
    return 0;
}
