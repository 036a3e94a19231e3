// verdict: holds
// A callee copies one structure onto another, which may be the same.
#include "plica.h"

struct block {
    int v[3];
    char tag;
};

static void assign(struct block *to, const struct block *from, char tag) {
    *to = *from;
    to->tag = tag;
}

int main(void) {
    struct block blocks[2] = {{{1, 2, 3}, 'a'}, {{4, 5, 6}, 'b'}};
    int i = plica_range(0, 2, "i"), j = plica_range(0, 2, "j");
    assign(&blocks[i], &blocks[j], 'c');
    plica_assert(blocks[i].v[0] == 3 * j + 1 && blocks[i].v[2] == 3 * j + 3 && blocks[i].tag == 'c');
    plica_assert(i == j || blocks[j].tag == (j ? 'b' : 'a'));
    plica_assert(blocks[1 - i].v[1] == 3 * (1 - i) + 2);
    return 0;
}
