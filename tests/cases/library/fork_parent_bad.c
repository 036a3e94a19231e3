// verdict: violated
// error: assertion-failure at 13
// native: no
// A child may still run when the parent asks for it.
#include <sys/wait.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    pid_t child = fork();
    if (child <= 0) return 1;
    int ended = waitpid(child, 0, WNOHANG);
    plica_assert(ended == child);
    return 0;
}
