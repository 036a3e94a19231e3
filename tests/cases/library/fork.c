// verdict: holds
// native: no
// A path is the child or the parent; a child is waited for once, and has a number of its own.
#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    int status = 0, before = 1, program = getpid();
    pid_t child = fork();
    if (child < 0) return 1;
    plica_assert(before == 1);
    before = 2;
    if (child == 0) {
        plica_assert(getpid() != program && wait(&status) == -1 && errno == ECHILD);
        execlp("true", "true", (char *)0);
        _exit(127);
    }
    plica_assert(getpid() == program && child != program);
    plica_assert(waitpid(child, &status, 0) == child);
    plica_assert(WIFEXITED(status) || WIFSIGNALED(status));
    plica_assert(waitpid(child, 0, 0) == -1 && errno == ECHILD);
    return 0;
}
