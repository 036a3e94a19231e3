// verdict: holds
// What is written to a file is read back, by another stream too, and positions are what they are.
#include <stdio.h>
#include <string.h>
#include "plica.h"

int main(void) {
    char text[16], c = plica_char("c");
    FILE *out = fopen("notes.txt", "w");
    if (!out) return 0;
    fprintf(out, "one %d\n", 17);
    fputs("two", out);
    fputc(c, out);
    plica_assert(ftell(out) == 11);
    fclose(out);
    FILE *in = fopen("notes.txt", "r");
    plica_assert(in != 0);
    plica_assert(fgets(text, sizeof text, in) == text && strcmp(text, "one 17\n") == 0);
    fseek(in, 3, SEEK_CUR);
    plica_assert(fgetc(in) == (unsigned char)c && fgetc(in) == EOF && feof(in));
    rewind(in);
    plica_assert(!feof(in) && fgetc(in) == 'o');
    fseek(in, -4, SEEK_END);
    plica_assert(fread(text, 1, 16, in) == 4 && memcmp(text, "two", 3) == 0);
    fclose(in);
    FILE *more = fopen("notes.txt", "a");
    fputs("!", more);
    plica_assert(ftell(more) == 12);
    fclose(more);
    plica_assert(remove("notes.txt") == 0 && fopen("notes.txt", "r") == 0);
    return 0;
}
