// run: check
// verdict: holds
// Ten decisions one after the other, and no loop: paths that meet behind each of them go on as one.
#include "plica.h"
#include <assert.h>

static int sum;

static int rated(int value, int limit) {
    if (value > limit)
        return limit;
    return value < 1 ? 1 : value;
}

int main(void) {
    signed char in[5];
    plica_make_symbolic(in, sizeof in, "in");
    sum += rated(in[0], 10);
    sum += rated(in[1], 20);
    sum += rated(in[2], 30);
    sum += rated(in[3], 40);
    sum += rated(in[4], 50);
    assert(sum >= 5 && sum <= 150);
    return 0;
}
