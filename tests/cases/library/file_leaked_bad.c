// run: check --checks +leaks
// verdict: violated
// error: memory-leak
// native: no
// A stream that is never closed.
#include <stdio.h>

static int first(const char *name) {
    FILE *file = fopen(name, "r");
    if (!file) return -1;
    int c = fgetc(file);
    if (c != '#') fclose(file);
    return c;
}

int main(void) { return first("list") == 7; }
