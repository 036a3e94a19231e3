// verdict: holds
// A file of which nothing is known: there or not each time alike, with the same bytes each time.
#include <stdio.h>
#include "plica.h"

int main(void) {
    FILE *file = fopen("data", "rb"), *again = fopen("data", "rb");
    plica_assert(!file == !again);
    if (!file) return 0;
    int a = fgetc(file), b = fgetc(file);
    plica_assert(fgetc(again) == a && fgetc(again) == b);
    rewind(file);
    plica_assert(fgetc(file) == a);
    fseek(file, 0, SEEK_END);
    plica_assert(ftell(file) >= (a != EOF) + (b != EOF));
    fclose(file);
    fclose(again);
    return 0;
}
