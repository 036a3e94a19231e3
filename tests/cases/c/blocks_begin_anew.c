// What is declared in a block is a new object each time; pointers to it are good until the block ends.
// verdict: holds
#include "plica.h"
static int total;
static void add(const int *p) { total += *p; }
int main(void) {
    int k = plica_range(0, 9, "k");
    for (int i = 0; i < 3; i++) {
        int pair[2] = {k, i};
        int *p = &pair[0];
        for (int j = 0; j < 2; j++) {
            int copy = *p;
            add(&copy);
            p++;
        }
    }
    plica_assert(total == 3 * k + 3);
    int *q;
again:;
    int once = k;
    q = &once;
    if (k++ < 2) goto again;
    plica_assert(*q == once);
    switch (k) {
        int jumped;
    case 3: jumped = 4; add(&jumped); break;
    default: jumped = 5; add(&jumped);
    }
    return total;
}
