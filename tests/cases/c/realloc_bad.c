// verdict: violated
// error: use-after-free at 17
// A pointer into the block is kept while the block moves.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char *block = malloc(4);
    if (!block) return 0;
    block[0] = 'a';
    char *kept = block;
    if (plica_int("more") > 3) {
        char *wider = realloc(block, 4096);
        if (!wider) return 0;
        block = wider;
    }
    int c = *kept;
    free(block);
    return c;
}
