// verdict: violated
// error: assertion-failure at 18
// What was written into a file is what is found there.
#include <stdio.h>
#include "plica.h"

int main(void) {
    FILE *file = fopen("numbers", "w+");
    if (!file) return 0;
    int n = plica_range(0, 20, "n"), read = 0;
    fprintf(file, "%d", n);
    rewind(file);
    if (fscanf(file, "%d", &read) != 1) return 1;
    fclose(file);
    if (n < 10) {
        plica_assert(read == n);
    } else {
        plica_assert(read != 13);
    }
    return 0;
}
