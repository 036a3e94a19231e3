// verdict: holds
// Printing does not disturb, whatever it prints.
#include <stdio.h>
#include "plica.h"

int main(void) {
    int n = plica_int("n");
    printf("n is %d, half of it %.2f, %s\n", n, 0.5, n > 0 ? "positive" : "not positive");
    puts("a line");
    putchar('x');
    fprintf(stderr, "%c%5u\n", 'c', 7u);
    plica_assert(printf("%s", "four") == 4);
    return 0;
}
