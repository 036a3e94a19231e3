// run: check --stdin ..6
// verdict: holds
// A block of the program is kept while the line fits, and what comes next is put into the same one.
#include <stdio.h>
#include <stdlib.h>
#include "plica.h"

int main(void) {
    size_t size = 64;
    char *line = malloc(size), *first = line, *last = line + 63;
    while (getline(&line, &size, stdin) > 0) last[0] = 0;
    plica_assert(line == first && size == 64);
    free(line);

    size = 0;
    line = NULL;
    plica_assert(getline(&line, &size, stdin) == -1 && line && size >= 2);
    free(line);
    return 0;
}
