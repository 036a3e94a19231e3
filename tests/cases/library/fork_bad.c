// verdict: violated
// error: division-by-zero at 11
// native: no
// An error of the child is found.
#include <sys/wait.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    int value = plica_int("value");
    if (fork() == 0) _exit(1 / value);
    return 0;
}
