//! What is left out of a call lies beside the paths that go on: behind it, m is more than 5.
//! run: check --target goal
//! verdict: holds
#include "plica.h"

#ifndef MOST
#define MOST 70
#endif

static void goal(void) {}

static int count(int m, int k) {
    int r = 0;
    if (m == 77 && k == 3) goal();
    if (m <= 5) return -1;
    for (int i = 0; i < k; i++) r++;
    return r;
}

int main(void) {
    int m = plica_range(0, MOST, "m"), k = plica_range(0, 9, "k");
    int r = count(m, k);
    if (m < 4 && r >= 0) plica_error("an early return");
    return 0;
}
