// run: check --allocation may-fail
// verdict: violated
// error: null-dereference at 12
// The first block is looked at, the second is not: calls of a function that allocates.
#include <stdlib.h>
static int *make(int n) {
    return calloc(n, sizeof(int));
}
int main(void) {
    int *one = make(2), *two = make(3);
    if (!one) return free(two), 1;
    two[2] = one[1];
    free(one);
    free(two);
    return 0;
}
