// run: check --stub hash=any --stub log_line=null
// verdict: holds
// Functions that have bodies are replaced too, with all that they would do.
#include <stdlib.h>
#include "plica.h"
static unsigned hash(unsigned x) { abort(); }
int log_line(const char *text) { abort(); }

int main(void) {
    int table[8] = {0};
    table[hash(plica_uint("key")) % 8] = log_line("a key");
    plica_assert(table[hash(3) & 7] == 0);
    return 0;
}
