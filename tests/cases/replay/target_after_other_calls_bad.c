//! The target is on a path of a function that only its third call can take.
//! run: check --target goal
//! verdict: violated
//! error: target-reached at 11
#include "plica.h"

#ifndef CALLS
#define CALLS 4
#endif

static void goal(void) {}

static int taken;

static int take(int amount) {
    if (amount > 9) return 0;
    if (taken == 2) goal();
    taken++;
    return amount;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < CALLS; i++) sum += take(plica_uchar("amount"));
    plica_assert(sum <= 9 * CALLS);
    return 0;
}
