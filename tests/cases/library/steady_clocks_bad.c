// Each of the clocks that do not go back goes by itself: one may be behind another.
// verdict: violated
// error: assertion-failure at 10
// native: no
#include <assert.h>
#include <time.h>
int main(void) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a), clock_gettime(CLOCK_MONOTONIC_COARSE, &b);
    assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
    return 0;
}
