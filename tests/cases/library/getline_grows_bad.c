// verdict: violated
// error: use-after-free at 15
// A line that does not fit is put into a block of its own; the one that there was is gone.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plica.h"

int main(void) {
    size_t size = 2;
    char *line = malloc(size), *first = line;
    FILE *file = tmpfile();
    if (!line || !file || fputs("longer\n", file) < 0 || fseek(file, 0, SEEK_SET)) return 1;
    plica_assert(getline(&line, &size, file) == 7 && size >= 8 && strcmp(line, "longer\n") == 0);
    return first[0] == 'l';
}
