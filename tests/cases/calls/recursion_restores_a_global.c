// verdict: holds
// Each call adds one to a global and takes it away again: it is the caller's afterwards, at any depth.
#include "plica.h"

static int depth, deepest;

static void visit(int n) {
    depth++;
    if (depth > deepest) deepest = depth;
    if (n > 0) visit(n - 1);
    depth--;
}

int main(void) {
    int n = plica_range(0, 9, "n");
    visit(n);
    plica_assert(depth == 0 && deepest == n + 1);
    return 0;
}
