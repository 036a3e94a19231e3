// run: check --stdin ..4
// verdict: violated
// error: assertion-failure at 16
// The second line is put over the first, to which the program still has a pointer.
#include <stdio.h>
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char *line = NULL, *marked = NULL;
    size_t size = 0;
    for (int i = 0; i < 2; i++) {
        if (getline(&line, &size, stdin) <= 0) break;
        if (line[0] == '!') marked = line;
    }
    if (marked) plica_assert(marked[0] == '!');
    free(line);
    return 0;
}
