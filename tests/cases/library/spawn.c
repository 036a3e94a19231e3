// verdict: holds
// native: no
// A program is started, and waited for.
#include <spawn.h>
#include <sys/wait.h>
#include "plica.h"

int main(void) {
    char *arguments[] = {"true", 0}, *variables[] = {0};
    pid_t child = 0;
    int status;
    if (posix_spawnp(&child, "true", 0, 0, arguments, variables)) return 1;
    plica_assert(child > 0 && waitpid(child, &status, 0) == child);
    plica_assert(WIFEXITED(status) || WTERMSIG(status) > 0);
    return 0;
}
