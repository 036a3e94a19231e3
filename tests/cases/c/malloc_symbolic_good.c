// verdict: holds
// A block whose size stays symbolic: first and last element, calloc's zeros, sizes that wrap around.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    size_t n = plica_size("n"), at = plica_size("at");
    plica_assume(n > 0 && n <= 1000000 && at < n);
    int *block = malloc(n * sizeof *block);
    int *zeros = calloc(n, sizeof *zeros);
    if (!block || !zeros) return 0;
    block[0] = 1;
    block[n - 1] = 2;
    block[at] = 3;
    plica_assert(block[at] == 3 && zeros[at] == 0);
    plica_assert(at == n - 1 || block[n - 1] == 2);
    free(block);
    free(zeros);
    return 0;
}
