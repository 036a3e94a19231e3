// A compound literal lives as long as the block that it is written in.
// verdict: violated
// error: use-after-free at 15
// error: use-after-free at 23
// error: use-after-free at 32
// native: no
#include "plica.h"
struct pair { int a, b; };

static int of_a_branch(int k) {
    struct pair *p = &(struct pair){0, 1};
    if (k > 3) {
        p = &(struct pair){k, 2};
    }
    return p->a + p->b;
}

static int of_an_iteration(int k) {
    int *all[3], sum = 0;
    for (int i = 0; i < 3; i++) {
        all[i] = (int[]){i, k};
        sum += all[i][1];
        if (i > 0) sum += *all[0];
    }
    return sum;
}

static int jumped_out_of(int k) {
    int *p;
    { p = (int[2]){k, 2}; if (k == 5) goto out; *p = 1; }
    return k;
out: return *p;
}

int main(void) {
    int k = plica_range(0, 9, "k");
    switch (plica_range(0, 3, "which")) {
    case 0: return of_a_branch(k);
    case 1: return of_an_iteration(k);
    default: return jumped_out_of(k);
    }
}
