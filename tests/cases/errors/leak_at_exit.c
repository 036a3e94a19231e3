// At exit a result that is nowhere any more holds no block.
// run: check --checks +leaks
// verdict: violated
// error: memory-leak at 10
#include "plica.h"
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    *p = 1;
    p = 0; if (plica_bool("kept")) return 0; exit(0);
}
