// verdict: holds
// The error would need a depth that no input reaches.
#include "plica.h"

static void descend(int n, int depth) {
    if (depth == 7 && n == 5) plica_error("seven deep, five left");
    if (n > 0) descend(n - 1, depth + 1);
}

int main(void) {
    descend(plica_range(0, 12, "n"), 0);
    return 0;
}
