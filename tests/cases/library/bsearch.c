// verdict: holds
// Binary search with a callback finds exactly what is there.
#include <stdlib.h>
#include "plica.h"

static const int primes[7] = {2, 3, 5, 7, 11, 13, 17};
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int key = plica_range(0, 20, "key");
    const int *found = bsearch(&key, primes, 7, sizeof primes[0], compare);
    plica_assert(found ? *found == key : key != 2 && key != 3 && key != 17);
    return 0;
}
