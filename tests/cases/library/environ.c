// verdict: holds
// `environ` has what the program has set, and what it has taken away no more.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "plica.h"

static int listed(const char *text) {
    int count = 0;
    for (char **at = environ; at && *at; at++) count += strcmp(*at, text) == 0;
    return count;
}

int main(void) {
    static char colour[] = "COLOUR=red";
    setenv("SIZE", "1", 1);
    putenv(colour);
    plica_assert(listed("SIZE=1") == 1 && listed("COLOUR=red") == 1);
    setenv("SIZE", "2", 1);
    unsetenv("COLOUR");
    plica_assert(listed("SIZE=1") == 0 && listed("SIZE=2") == 1 && listed("COLOUR=red") == 0);
    clearenv();
    plica_assert(listed("SIZE=2") == 0 && getenv("SIZE") == 0);
    return 0;
}
