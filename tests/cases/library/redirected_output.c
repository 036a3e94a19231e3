// verdict: holds
// Standard output that leads into a file ends up there.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    char text[16];
    int saved = dup(1), file = open("log", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (saved < 0 || file < 0) return 0;
    dup2(file, 1);
    printf("%s %d", "total", 42);
    fflush(stdout);
    dup2(saved, 1);
    printf("not in the file\n");
    plica_assert(lseek(file, 0, SEEK_SET) == 0 && read(file, text, 16) == 8 && memcmp(text, "total 42", 8) == 0);
    return 0;
}
