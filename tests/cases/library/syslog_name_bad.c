// verdict: violated
// error: use-after-free at 18
// native: no
// The name that goes with messages is kept where it is.
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

static void begin(void) {
    char *name = strdup("program");
    if (!name) exit(1);
    openlog(name, 0, LOG_USER);
    free(name);
}

int main(void) {
    begin();
    syslog(LOG_INFO, "begun");
    return 0;
}
