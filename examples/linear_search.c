//! Where is x? The first program to try:
//!
//!     plica check examples/linear_search.c
//!
//! plica reports that the assertion can fail, and for which inputs. The search stops at the first element that is x, and one
//! step too late if there is none: `i <= n` should be `i < n`, so it reads a[n], behind the part that was filled. That
//! element may happen to be x. Mend the comparison, run plica again: it holds.
#include "plica.h"

#define LENGTH 5

/* The index of the first x among the first n elements of a, or -1. */
static int search(const int *a, int n, int x) {
    for (int i = 0; i <= n; i++)
        if (a[i] == x) return i;
    return -1;
}

int main(void) {
    int a[LENGTH + 1];
    plica_make_symbolic(a, sizeof a, "a");
    int n = plica_range(0, LENGTH + 1, "n");
    int x = plica_int("x");

    int found = search(a, n, x);
    plica_assert(found < n);
    return 0;
}
