// verdict: violated
// error: invalid-builtin at 8
// native: no
// A message is taken for a format.
#include <syslog.h>

int main(void) {
    syslog(LOG_ERR, "cannot open %s: %m %d", "a file");
    return 0;
}
