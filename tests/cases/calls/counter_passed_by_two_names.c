// verdict: holds
// A recursive function counts in a global and through a pointer to the same global.
#include "plica.h"

static int count;

static void visit(int n, int *also) {
    if (n == 0) return;
    count++;
    (*also)++;
    visit(n - 1, also);
}

int main(void) {
    int n = plica_range(0, 6, "n"), own = 0;
    visit(n, &own);
    plica_assert(count == n && own == n);
    visit(n, &count);
    plica_assert(count == 3 * n);
    return 0;
}
