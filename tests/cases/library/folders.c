// verdict: holds
// Folders: made, listed, removed when they are empty.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    if (mkdir("box", 0700)) return 0;
    plica_assert(mkdir("box", 0700) == -1 && errno == EEXIST);
    int file = open("box/a", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (file < 0) return 0;
    plica_assert(rmdir("box") == -1 && errno == ENOTEMPTY);
    DIR *folder = opendir("box");
    struct dirent *entry = readdir(folder);
    plica_assert(entry && strcmp(entry->d_name, "a") == 0);
    closedir(folder);
    plica_assert(rename("box/a", "box/b") == 0 && access("box/a", F_OK) && !access("box/b", F_OK));
    plica_assert(unlink("box/b") == 0 && rmdir("box") == 0 && opendir("box") == 0);
    return 0;
}
