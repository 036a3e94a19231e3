// verdict: holds
// An exception leaves several calls of a function at once; each of them ends its variables.
#include "plica.h"

static int depth;
struct Level {
    Level() { depth++; }
    ~Level() { depth--; }
};
static int down(int n) {
    Level level;
    if (n == 0) throw depth;
    return down(n - 1) + 1;
}

int main() {
    int n = plica_range(0, 4, "n");
    try {
        down(n);
        plica_assert(false);
    } catch (int levels) {
        plica_assert(levels == n + 1);
    }
    plica_assert(depth == 0);
    return 0;
}
