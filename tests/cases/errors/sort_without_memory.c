// run: check --allocation may-fail
// verdict: holds
// The C library sorts also where no memory is left.
#include <stdlib.h>
#include "plica.h"
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int a[3] = {3, 1, 2};
    qsort(a, 3, sizeof a[0], compare);
    plica_assert(a[0] == 1 && a[1] == 2 && a[2] == 3);
    return 0;
}
