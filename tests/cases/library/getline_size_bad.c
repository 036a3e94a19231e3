// run: check --stdin ..6
// verdict: violated
// error: out-of-bounds at 11
// The program says that there is more room than there is.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    size_t size = 64;
    char *line = malloc(4);
    long n = getline(&line, &size, stdin);
    free(line);
    return n == 3;
}
