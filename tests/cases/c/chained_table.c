// run: check
// verdict: holds
// Cells of a table of pointers that were all written before: an unknown one leads to null or to one of the nodes.
#include "plica.h"
#include <stdlib.h>

struct node { struct node *next; unsigned key, count; };
static struct node *newest(struct node *next, unsigned key) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    *n = (struct node){next, key, 0};
    return n;
}
int main(void) {
    struct node **table = malloc(3 * sizeof *table);
    if (!table) abort();
    for (int i = 0; i < 3; i++) table[i] = NULL;
    unsigned key[2];
    plica_make_symbolic(key, sizeof key, "key");
    for (int i = 0; i < 2; i++) {
        struct node *n = table[key[i] % 3];
        while (n && n->key != key[i]) n = n->next;
        if (!n) n = table[key[i] % 3] = newest(table[key[i] % 3], key[i]);
        n->count++;
    }
    unsigned sum = 0;
    for (int i = 0; i < 3; i++)
        for (struct node *n = table[i], *next; n; n = next) {
            plica_assert(n->key % 3 == i);
            sum += n->count;
            next = n->next;
            free(n);
        }
    plica_assert(sum == 2);
    free(table);
    return 0;
}
