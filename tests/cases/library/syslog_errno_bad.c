// verdict: violated
// error: assertion-failure at 12
// native: no
// A message to the log may change errno.
#include <errno.h>
#include <syslog.h>
#include "plica.h"

int main(void) {
    errno = ENOENT;
    syslog(LOG_ERR, "not there: %m");
    plica_assert(errno == ENOENT);
    return 0;
}
