// run: check --entry later_of_two
// verdict: violated
// error: assertion-failure at 14
// Addresses that nothing has followed are ordered: whichever is followed first, either may be the greater.
#include <assert.h>
#include <stdint.h>

struct node { int value; struct node *next; };

int later_of_two(struct node *p, struct node *q) {
    if (p == q) return 0;
    struct node *later = (uintptr_t)p > (uintptr_t)q ? p : q;
    later->value = 1;
    if (p && q) assert(0);
    return 0;
}
