// verdict: undecided
// native: no
// Nor is what it has done to a file by the time that it was waited for.
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) {
        int made = creat("result", 0600);
        _exit(made < 0);
    }
    wait(0);
    plica_assert(access("result", F_OK) == 0);
    return 0;
}
