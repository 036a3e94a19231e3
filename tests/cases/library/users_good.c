// verdict: holds
// What the system says of the user and of files stays as it is, or is as the program made it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    struct stat first, second;
    plica_assert(getuid() == getuid() && getegid() == getegid());
    if (stat("data", &first) != 0) return 0;
    if (stat("data", &second) != 0) return 1;
    plica_assert(first.st_uid == second.st_uid && first.st_gid == second.st_gid && first.st_mode == second.st_mode);
    int made = open("made", O_CREAT | O_EXCL | O_WRONLY, 0666);
    if (made < 0) return 0;
    fstat(made, &first);
    plica_assert(first.st_uid == geteuid() && (first.st_mode & 0777) == 0644);
    umask(077);
    made = open("other", O_CREAT | O_EXCL | O_WRONLY, 0666);
    if (made < 0) return 0;
    fstat(made, &first);
    plica_assert((first.st_mode & 0777) == 0600);
    return 0;
}
