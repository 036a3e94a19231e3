// run: check --allocation may-fail --checks +leaks
// verdict: holds
// Every allocation is looked at; where realloc fails the old block stays.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = strdup("abc");
    if (!text) return 1;
    char *wider = realloc(text, 8);
    if (!wider) {
        int c = text[2];
        free(text);
        return c;
    }
    wider[7] = 1;
    void *aligned = aligned_alloc(16, 32), *other = (void *)1;
    if (posix_memalign(&other, 16, 32) == 0) free(other);
    free(aligned);
    free(wider);
    char *line;
    if (asprintf(&line, "%d", 42) < 0) return 2;
    int last = line[2];
    free(line);
    int *all = calloc(4, sizeof *all);
    last += all ? all[3] : 0;
    free(all);
    return last;
}
