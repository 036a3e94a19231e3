// verdict: violated
// error: null-dereference
// A file that is not there: what fopen gives is null.
#include <stdio.h>

int main(void) {
    char text[8];
    FILE *file = fopen("settings", "r");
    if (fgets(text, sizeof text, file)) puts(text);
    fclose(file);
    return 0;
}
