// verdict: violated
// error: assertion-failure at 12
// native: no
// What a program ends with is its own affair.
#include <spawn.h>
#include <sys/wait.h>
#include "plica.h"

int main(void) {
    char *arguments[] = {"true", 0}, *variables[] = {0};
    int status;
    plica_assert(posix_spawn(0, "/bin/true", 0, 0, arguments, variables) || (wait(&status) > 0 && status == 0));
    return 0;
}
