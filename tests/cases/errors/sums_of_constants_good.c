// run: check --checks +overflow
// verdict: holds
#include "plica.h"
int main(void) {
    const int most = 2147483647;
    int which = plica_range(0, 4, "which"), x = plica_range(-1000, 1000, "x");
    if (which == 0) return most - 1 + 1;
    if (which == 1) return (int)(most + 1u);
    if (which == 2) return -x + x * 3;
    x++;
    x -= which;
    return x - 1;
}
