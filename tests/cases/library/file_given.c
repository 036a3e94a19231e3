// run: check --file list:4 --file other=../../tests/cases/library/file_given.txt
// verdict: holds
// Files of the options are there, with so many unknown bytes or with those of a file.
#include <stdio.h>
#include <string.h>
#include "plica.h"

int main(void) {
    char text[8];
    FILE *file = fopen("list", "r");
    plica_assert(file && fread(text, 1, 8, file) == 4 && feof(file));
    fclose(file);
    file = fopen("./other", "r");
    plica_assert(file && fgets(text, sizeof text, file) && strcmp(text, "12 34\n") == 0);
    rewind(file);
    int a = 0, b = 0;
    plica_assert(fscanf(file, "%d %d", &a, &b) == 2 && a == 12 && b == 34 && fgetc(file) == '\n' && fgetc(file) == EOF);
    fclose(file);
    return 0;
}
