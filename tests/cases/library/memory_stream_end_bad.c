// verdict: violated
// error: out-of-bounds at 14
// A stream in memory that is closed leaves as much as was written, and a zero.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = 0;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f) return 1;
    fputs("abc", f);
    fclose(f);
    text[size + 1] = 1;
    free(text);
    return 0;
}
