// verdict: undecided
// native: no
// How the child ends is another path's, so the parent's error may be none.
#include <sys/wait.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    int status;
    pid_t child = fork();
    if (child == 0) _exit(3);
    if (child < 0 || wait(&status) != child) return 1;
    plica_assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    return 0;
}
