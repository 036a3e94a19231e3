// verdict: holds
// A file that is made where the program stands is found by its folder, and by a descriptor of that.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    struct stat status;
    if (mkdir("inner", 0755) != 0) return 0;
    int folder = open("inner", O_RDONLY | O_DIRECTORY);
    if (folder < 0 || chdir("inner") != 0) return 0;
    int file = open("data", O_CREAT | O_EXCL | O_WRONLY, 0644);
    if (file < 0 || write(file, "abc", 3) != 3) return 0;
    plica_assert(stat("data", &status) == 0 && status.st_size == 3 && chdir(".") == 0);
    plica_assert(stat("/data", &status) != 0 || status.st_size != 3 || 1);
    plica_assert(openat(file, "data", O_RDONLY) == -1);
    return 0;
}
