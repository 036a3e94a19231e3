// run: check --checks +leaks
// verdict: holds
// Streams in memory: what is written is in the program's own blocks.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plica.h"

int main(void) {
    char block[8] = "a b", word[8], *text;
    size_t length;
    FILE *in = fmemopen(block, 3, "r");
    plica_assert(fscanf(in, "%7s", word) == 1 && strcmp(word, "a") == 0 && fgetc(in) == ' ');
    fclose(in);
    FILE *out = open_memstream(&text, &length);
    for (int i = 0; i < 20; i++) fprintf(out, "%d-", i % 10);
    fclose(out);
    plica_assert(length == 40 && strlen(text) == 40 && text[39] == '-' && text[38] == '9');
    free(text);
    return 0;
}
