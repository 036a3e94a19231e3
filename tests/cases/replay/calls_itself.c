//! Recursion on a structure that is as deep as nothing that was explored by itself, and two functions that call each
//! other.
//! verdict: holds
#include "plica.h"

struct tree { int v; struct tree *l, *r; };

static int count(const struct tree *t, int v) {
    if (!t) return 0;
    return (t->v == v) + count(t->l, v) + count(t->r, v);
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

int main(void) {
    struct tree t[6];
    for (int i = 0; i < 6; i++) {
        t[i] = (struct tree){plica_int("v"), i > 0 ? &t[i - 1] : 0, 0};
    }
    int n = count(&t[5], 7);
    plica_assert(n >= 0 && n <= 6);
    unsigned k = plica_uint("k");
    if (k <= 6) plica_assert(is_even(k) == (k % 2 == 0));
    return 0;
}
