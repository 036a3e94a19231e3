// verdict: holds
// Every frame has an array of its own, whose address goes down to the next.
#include "plica.h"

static int level(int n, const int *above) {
    int own[2] = {n, above ? above[0] : -1};
    if (n > 0) {
        int below = level(n - 1, own);
        plica_assert(own[0] == n);
        return below + (own[1] == n + 1);
    }
    return own[1] == 1;
}

int main(void) {
    int n = plica_range(1, 7, "n");
    plica_assert(level(n, 0) == n);
    return 0;
}
