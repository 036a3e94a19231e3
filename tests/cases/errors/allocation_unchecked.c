// run: check --allocation may-fail
// verdict: violated
// error: null-dereference at 8
// What malloc returns is not looked at.
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    *p = 1;
    free(p);
    return 0;
}
