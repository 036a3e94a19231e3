// run: check --entry clamp_sum
// verdict: violated
// error: assertion-failure at 12
// A function on its own: its parameters are the inputs, main is not run.
#include <assert.h>

static int limit = 100;

int clamp_sum(int a, unsigned char b, short c) {
    int sum = (a & 0xff) + b + c;
    if (sum > limit) sum = limit;
    assert(sum >= 0);
    return sum;
}

int main(void) { return clamp_sum(1, 2, 3); }
