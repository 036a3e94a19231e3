// run: check --checks +leaks
// verdict: holds
#include <stdlib.h>
#include <string.h>
#include "plica.h"
int main(void) {
    setenv("A", "first", 1);
    const char *first = getenv("A");
    setenv("A", "second", 1);
    plica_assert(strcmp(getenv("A"), "second") == 0 && first[0] == 'f');
    unsetenv("A");
    return getenv("A") != 0;
}
