// verdict: violated
// error: assertion-failure at 13
// The text of one of several numbers.
#include <stdio.h>
#include <string.h>
#include "plica.h"

int main(void) {
    int k = plica_range(0, 3, "k");
    char text[20];
    for (int i = 0; i < 3; i++) {
        sprintf(text, "%.1Lf", i + 0.5L);
        if (k == i) plica_assert(strcmp(text, "1.5") != 0);
    }
    return 0;
}
