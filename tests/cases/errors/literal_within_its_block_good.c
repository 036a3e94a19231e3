// Compound literals of the function's own block, of a condition, and of blocks that have not ended.
// verdict: holds
#include "plica.h"
struct pair { int a, b; struct pair *next; };

static int sum(const struct pair *p) {
    int all = 0;
    for (; p; p = p->next) all += p->a;
    return all;
}

static int list(int k) {
    struct pair *p = &(struct pair){k, 0, &(struct pair){1, 2, 0}};
    if (k > 3) p->a = 3;
    for (int i = 0; i < 2; i++) p->b += i;
    return sum(p);
}

static int condition(int k) {
    int *p;
    if ((p = (int[]){k, 1})[0] > 3) return *p;
    else k = p[1];
    while ((p = (int[]){k})[0] < 4) k++;
    return k;
}

static int inner(int k) {
    int all = 0;
    for (int i = 0; i < 3; i++) {
        struct pair *p = 0;
        { int n = k; all += n; }
        p = &(struct pair){i, k, 0};
        int twice = 0;
        do { all += p->a; } while (++twice < 2);
        switch (k) {
        case 1: { int *q = (int[]){1, 2}; all += q[1]; break; }
        case 2: all += sum(&(struct pair){2, 2, p}); break;
        default: if (p->b == 3) continue;
        }
        all += p->b;
    }
    return all;
}

static int expression(int k) { return ({ int *p = &(int){k}; *p + 1; }) + *(int[]){1}; }

int main(void) {
    int k = plica_range(0, 6, "k");
    plica_assert(list(k) <= 4 && condition(k) > 0 && inner(k) >= 0 && expression(k) == k + 2);
    return 0;
}
