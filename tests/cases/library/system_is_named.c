// verdict: holds
// What the system tells of itself is named with the verdict; what is any is not.
#include <unistd.h>
#include <sys/types.h>
#include "plica.h"

int main(void) {
    char name[16];
    plica_assert(getuid() == getuid() && getgid() == getgid());
    if (seteuid(7) == 0) plica_assert(geteuid() == 7);
    return gethostname(name, sizeof name);
}
