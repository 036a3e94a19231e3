// verdict: holds
// Limits, priorities and what was used are any, and the limits stay what they are set to.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <ulimit.h>
#include "plica.h"

static void limits(void) {
    struct rlimit one, other;
    plica_assert(getrlimit(RLIMIT_NOFILE, &one) == 0 && getrlimit(RLIMIT_NOFILE, &other) == 0);
    plica_assert(one.rlim_cur <= one.rlim_max && one.rlim_cur == other.rlim_cur);
    one.rlim_cur = one.rlim_max;
    plica_assert(setrlimit(RLIMIT_NOFILE, &one) == 0);
    plica_assert(getrlimit(RLIMIT_NOFILE, &other) == 0 && other.rlim_cur == one.rlim_max);
    plica_assert(getrlimit((__rlimit_resource_t)77, &one) == -1 && errno == EINVAL);
    plica_assert(ulimit(UL_GETFSIZE) >= 0);
}

int main(void) {
    struct rusage before, after;
    struct sysinfo machine;
    double load[3];
    switch (plica_int("which")) {
    case 0: limits(); break;
    case 1:
        plica_assert(getrusage(RUSAGE_SELF, &before) == 0 && getrusage(RUSAGE_SELF, &after) == 0);
        plica_assert(after.ru_utime.tv_sec >= before.ru_utime.tv_sec && after.ru_utime.tv_usec < 1000000);
        break;
    case 2: {
        int priority = getpriority(PRIO_PROCESS, 0);
        plica_assert(priority >= -20 && priority <= 19);
        plica_assert(setpriority(PRIO_PROCESS, 0, 50) == 0 && getpriority(PRIO_PROCESS, 0) == 19);
        break;
    }
    case 3:
        plica_assert(sched_yield() == 0 && sched_getcpu() >= 0 && sched_get_priority_max(SCHED_FIFO) == 99);
        break;
    case 4: plica_assert(sysinfo(&machine) == 0 && machine.freeram <= machine.totalram); break;
    case 5:
        if (getloadavg(load, 3) == 3) plica_assert(load[0] >= 0);
        break;
    case 6: plica_assert(getauxval(AT_PAGESZ) == 4096 && getauxval(AT_HWCAP) == getauxval(AT_HWCAP)); break;
    }
    return 0;
}
