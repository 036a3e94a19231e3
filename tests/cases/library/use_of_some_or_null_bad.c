// verdict: violated
// error: null-dereference at 9
// One of several pointers is null.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char *all[2] = {malloc(4), 0};
    *all[plica_range(0, 2, "i")] = 1;
    free(all[0]);
    return 0;
}
