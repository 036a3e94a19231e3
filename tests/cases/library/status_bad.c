// verdict: violated
// error: assertion-failure at 12
// error: division-by-zero at 14
// native: no
// What is known of a file that is there: not when it was written, nor whether it may be used.
#include <sys/stat.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    struct stat file;
    if (access("data", F_OK) == 0) plica_assert(access("data", W_OK) == 0);
    if (stat("data", &file) != 0) return 0;
    return 10 / (int)(file.st_mtime != 5);
}
