// verdict: holds
// Descriptors: the lowest free number, positions that duplicates share, pipes, truncation, what fstat says.
#include <fcntl.h>
#include <stdio.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    char text[8] = "";
    int ends[2], other, file = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0) return 0;
    plica_assert(file == 3 && write(file, "hello", 5) == 5);
    other = dup(file);
    plica_assert(other == 4 && lseek(other, 1, SEEK_SET) == 1);
    plica_assert(read(file, text, 2) == 2 && text[0] == 'e' && text[1] == 'l');
    plica_assert(lseek(other, 0, SEEK_CUR) == 3 && pread(file, text, 1, 0) == 1 && text[0] == 'h');
    struct stat status;
    plica_assert(fstat(file, &status) == 0 && status.st_size == 5 && S_ISREG(status.st_mode));
    plica_assert(ftruncate(file, 2) == 0 && stat("data", &status) == 0 && status.st_size == 2);
    plica_assert(close(file) == 0 && close(file) == -1 && errno == EBADF);
    plica_assert(read(other, text, 1) == 0 && unlink("data") == 0 && access("data", F_OK) == -1 && errno == ENOENT);
    plica_assert(pipe(ends) == 0 && ends[0] == 3 && ends[1] == 5 && write(ends[1], "ab", 2) == 2);
    plica_assert(read(ends[0], text, 8) == 2 && text[1] == 'b' && close(ends[1]) == 0 && read(ends[0], text, 8) == 0);
    plica_assert(lseek(ends[0], 0, SEEK_SET) == -1 && errno == ESPIPE);
    return 0;
}
