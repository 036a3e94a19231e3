// run: check --file box/marks:4 --file short:..2 --file other=../../tests/cases/library/file_given.txt
// verdict: violated
// error: assertion-failure at 17
// error: assertion-failure at 23
// error: abort at 29
// A native run finds the files of the options, too: with the unknown bytes that lead to an error, and with the known.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[8] = "";
    FILE *marks = fopen("box/marks", "rb");
    if (!marks) return 1;
    size_t got = fread(line, 1, 8, marks);
    assert(got != 4 || memcmp(line, "PK\3\4", 4) != 0);
    fclose(marks);

    FILE *small = fopen("short", "rb");
    if (!small) return 2;
    int first = fgetc(small), second = fgetc(small);
    if (first == 'x') assert(second != EOF);
    fclose(small);

    FILE *other = fopen("other", "r");
    if (!other) return 3;
    char *read = fgets(line, sizeof line, other);
    if (read && strlen(line) > 2 && second == line[0]) abort();
    fclose(other);
    return 0;
}
