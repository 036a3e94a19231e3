// run: check
// verdict: violated
// error: uninitialized-pointer at 14
// Of a table of pointers one cell was never written: it is told apart from those that were.
#include "plica.h"
#include <stdlib.h>

struct node { struct node *next; unsigned key; };
int main(void) {
    struct node **table = malloc(7 * sizeof *table), first = {NULL, 3};
    if (!table) abort();
    for (int i = 0; i < 7; i++)
        if (i != 5) table[i] = &first;
    plica_assert(table[plica_uint("key") % 7]->key == 3);
    free(table);
    return 0;
}
