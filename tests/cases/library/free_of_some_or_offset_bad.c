// verdict: violated
// error: invalid-free at 10
// One of several pointers is null, and one is no start of a block.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char *block = malloc(4);
    char *all[3] = {block, 0, block + 1};
    free(all[plica_range(0, 3, "i")]);
    return 0;
}
