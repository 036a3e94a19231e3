// verdict: holds
// A callee writes two outputs that belong together; each for itself could be anything between.
#include "plica.h"

static void split(int x, int *low, int *high) {
    if (x < 50) {
        *low = x;
        *high = 100 - x;
    } else {
        *low = 100 - x;
        *high = x;
    }
}

int main(void) {
    int x = plica_range(0, 101, "x"), low, high;
    split(x, &low, &high);
    plica_assert(low + high == 100 && low <= high);
    int same = 0;
    split(x, &same, &same);
    plica_assert(same >= 50);
    return 0;
}
