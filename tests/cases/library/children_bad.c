// verdict: violated
// error: assertion-failure at 13
// native: no
// A file may be locked by another process.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    int file = open("file", O_RDWR | O_CREAT, 0600);
    if (file < 0) return 1;
    plica_assert(flock(file, LOCK_EX | LOCK_NB) == 0);
    return 0;
}
