// verdict: holds
// Parts of paths, and patterns.
#include <fnmatch.h>
#include <libgen.h>
#include <string.h>
#include "plica.h"

int main(void) {
    char a[] = "/usr/lib/", b[] = "/usr/lib/", c[] = "name";
    plica_assert(strcmp(basename(a), "lib") == 0 && strcmp(dirname(b), "/usr") == 0 && strcmp(dirname(c), ".") == 0);
    plica_assert(fnmatch("*.[ch]", "main.c", 0) == 0 && fnmatch("*.[!ch]", "main.c", 0) == FNM_NOMATCH);
    plica_assert(fnmatch("a?c*", "abcd", 0) == 0 && fnmatch("*", "x/y", FNM_PATHNAME) == FNM_NOMATCH);
    return 0;
}
