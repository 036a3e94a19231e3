// verdict: holds
// There is nobody to wait for, and locks are in the way of other openings.
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    int status;
    plica_assert(wait(&status) == -1 && errno == ECHILD);
    plica_assert(waitpid(-1, &status, 1 << 20) == -1 && errno == EINVAL);
    plica_assert(flock(77, LOCK_SH) == -1 && errno == EBADF);
    int one = open("file", O_RDWR | O_CREAT, 0600), other = open("file", O_RDONLY);
    if (one < 0 || other < 0) return 1;
    if (flock(one, LOCK_EX | LOCK_NB) == 0) {
        plica_assert(flock(other, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK);
        plica_assert(flock(one, LOCK_UN) == 0);
    }
    return 0;
}
