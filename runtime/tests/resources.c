//! resources.c, process.c and fork.c against the system: what it refuses, what it is told, and what does not depend on it.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <ulimit.h>
#include "tables.h"
#include "system.h"

LIKE(getrlimit) LIKE(setrlimit) LIKE(getrusage) LIKE(ulimit) LIKE(sched_yield) LIKE(sched_getcpu) LIKE(sysinfo)
LIKE(sched_get_priority_max) LIKE(sched_get_priority_min) LIKE(getloadavg) LIKE(getauxval)
LIKE(wait) LIKE(waitpid) LIKE(wait3) LIKE(wait4) LIKE(waitid)

int *model___errno_location(void);
void plica_assume(int condition) { (void)condition; }
int plica_sharing, plica_shares_with_children, plica_process;
unsigned plica_status_of_child(int child) { return (unsigned)child & 0; }
void plica_asks_for_an_address_of_the_loader(void) { exit(4); }

#define AS(call, other)                                                                                                \
    do {                                                                                                               \
        errno = *model___errno_location() = 0;                                                                         \
        BOTH(call, other);                                                                                             \
        CHECK(errno == *model___errno_location());                                                                     \
    } while (0)

/* A bit of what there is for the last argument, or something else. */
static int some_options(void) {
    static const int all[] = {WNOHANG, WUNTRACED, WEXITED, WCONTINUED, WNOWAIT, __WALL, (int)__WCLONE, __WNOTHREAD, 16};
    int options = 0;
    for (int i = random_below(4); i > 0; i--) options |= all[random_below(9)];
    return options;
}

static void children(void) {
    int status = 0;
    siginfo_t about;
    AS(wait(&status), model_wait(&status));
    for (int i = 0; i < 5000; i++) {
        int options = some_options(), who = random_below(3) ? random_below(3) - 1 : random_below(2) ? INT_MIN : 1 << 30;
        AS(waitpid(who, &status, options), model_waitpid(who, &status, options));
        AS(wait3(&status, options, 0), model_wait3(&status, options, 0));
        AS(wait4(who, &status, options, 0), model_wait4(who, &status, options, 0));
        idtype_t what = (idtype_t)(random_below(6) - 1);
        AS(waitid(what, (id_t)who, &about, options), model_waitid(what, (id_t)who, &about, options));
    }
}

int main(void) {
    struct rlimit limit = {7, 9}, read;
    struct rusage usage;
    struct sysinfo machine;
    double load[3];
    children();
    for (int i = -3; i < 20; i++) {
        if (i == 7) continue; /* a policy that only new systems have */
        AS(sched_get_priority_max(i), model_sched_get_priority_max(i));
        AS(sched_get_priority_min(i), model_sched_get_priority_min(i));
        AS(getrusage(i, &usage), model_getrusage(i, &usage));
        AS(getrlimit(i, &read), model_getrlimit(i, &read));
    }
    CHECK(model_getrlimit(RLIMIT_CORE, &read) == 0 && read.rlim_cur <= read.rlim_max);
    CHECK(model_setrlimit(RLIMIT_CORE, &limit) == 0 && model_getrlimit(RLIMIT_CORE, &read) == 0);
    CHECK(read.rlim_cur == 7 && read.rlim_max == 9);
    limit.rlim_cur = 10;
    AS(setrlimit(RLIMIT_CORE, &limit), model_setrlimit(RLIMIT_CORE, &limit));
    AS(setrlimit(99, &limit), model_setrlimit(99, &limit));
    AS(ulimit(77), model_ulimit(77));
    getrlimit(RLIMIT_FSIZE, &read);
    model_setrlimit(RLIMIT_FSIZE, &read);
    AS(ulimit(UL_GETFSIZE), model_ulimit(UL_GETFSIZE));
    if (read.rlim_max == RLIM_INFINITY) {
        AS(ulimit(UL_SETFSIZE, LONG_MAX), model_ulimit(UL_SETFSIZE, LONG_MAX));
        AS(ulimit(UL_SETFSIZE, 1l << 40), model_ulimit(UL_SETFSIZE, 1l << 40));
        AS(ulimit(UL_GETFSIZE), model_ulimit(UL_GETFSIZE));
    }
    AS(sched_yield(), model_sched_yield());
    CHECK(model_sched_getcpu() >= 0 && sched_getcpu() < 8192);
    CHECK(sysinfo(&machine) == 0 && machine.mem_unit == 1 && machine.totalhigh == 0);
    CHECK(model_sysinfo(&machine) == 0 && machine.mem_unit == 1 && machine.freeram <= machine.totalram);
    for (int i = -1; i < 5; i++) AS(getloadavg(load, i), model_getloadavg(load, i));
    AS(getauxval(AT_PAGESZ), model_getauxval(AT_PAGESZ));
    AS(getauxval(AT_CLKTCK), model_getauxval(AT_CLKTCK));
    AS(getauxval(AT_NULL), model_getauxval(AT_NULL));
    AS(getauxval(32), model_getauxval(32));
    AS(getauxval(12345), model_getauxval(12345));
    CHECK(strcmp((char *)getauxval(AT_PLATFORM), (char *)model_getauxval(AT_PLATFORM)) == 0);
    return check_result();
}
