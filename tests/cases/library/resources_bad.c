// verdict: violated
// error: assertion-failure at 12
// native: no
// Who may not raise a limit is told so.
#include <sys/resource.h>
#include "plica.h"

int main(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_CORE, &limit);
    limit.rlim_cur = limit.rlim_max = RLIM_INFINITY;
    plica_assert(setrlimit(RLIMIT_CORE, &limit) == 0);
    return 0;
}
