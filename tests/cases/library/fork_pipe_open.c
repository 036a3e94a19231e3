// verdict: undecided
// native: no
// What the child writes into a pipe is not seen on the parent's path.
#include <unistd.h>
#include "plica.h"

int main(void) {
    int ends[2];
    char byte = 0;
    if (pipe(ends)) return 1;
    pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) {
        if (write(ends[1], "x", 1) != 1) _exit(1);
        _exit(0);
    }
    close(ends[1]);
    plica_assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
    return 0;
}
