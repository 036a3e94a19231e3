// verdict: holds
// Messages to the log lead nowhere; a mask holds them back.
#include <errno.h>
#include <syslog.h>
#include "plica.h"

int main(void) {
    int mask = plica_int("mask");
    openlog("program", LOG_PID, LOG_USER);
    plica_assert(setlogmask(LOG_UPTO(LOG_ERR)) == 255);
    errno = ENOENT;
    syslog(LOG_ERR, "cannot open %s: %m, 100%%", "a file");
    syslog(LOG_DEBUG, "%s");
    plica_assert(errno > 0);
    setlogmask(mask);
    plica_assert(setlogmask(0) == (mask ? mask : LOG_UPTO(LOG_ERR)));
    closelog();
    syslog(LOG_USER | LOG_EMERG, "it is over after %d", mask);
    return 0;
}
