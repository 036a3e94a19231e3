// verdict: violated
// error: use-after-free
// A stream that is closed twice.
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "r");
    if (!file) return 0;
    int c = fgetc(file);
    fclose(file);
    if (c == 'x') fclose(file);
    return 0;
}
