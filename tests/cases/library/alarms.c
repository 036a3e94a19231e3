// verdict: holds
// Alarms and timers can be set and asked about.
#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    plica_assert(alarm(10) == 0);
    unsigned left = alarm(0);
    plica_assert(left >= 1 && left <= 10);
    struct itimerval now, set = {.it_value = {2, 1000000}};
    plica_assert(setitimer(ITIMER_REAL, &set, 0) == -1 && errno == EINVAL);
    plica_assert(getitimer(ITIMER_VIRTUAL, &now) == 0 && now.it_value.tv_sec == 0 && now.it_value.tv_usec == 0);
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, 0, &timer) == 0) {
        struct itimerspec later = {.it_value = {1, 0}};
        plica_assert(timer_settime(timer, 0, &later, 0) == 0);
        plica_assert(timer_getoverrun(timer) == 0 && timer_delete(timer) == 0 && timer_delete(timer) == -1);
    }
    return 0;
}
