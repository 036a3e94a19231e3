// verdict: violated
// error: assertion-failure at 17
// Swapping by exclusive or clears the object when it is swapped with itself.
#include "plica.h"

static void swap(unsigned *a, unsigned *b) {
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}

int main(void) {
    unsigned v[3] = {5, 6, 7};
    int i = plica_range(0, 3, "i"), j = plica_range(0, 3, "j");
    swap(&v[i], &v[j]);
    plica_assert(i == j || v[0] + v[1] + v[2] == 18);
    plica_assert(v[i] != 0);
    return 0;
}
