// run: check
// verdict: violated
// error: assertion-failure at 27
// The same where only the largest values, all together, are too large: found on the one path that there is when all
// are merged, and shown as inputs of the program.
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
    assert(sum < 151);
    assert(sum >= 5);
    assert(sum < 150);
    return 0;
}
