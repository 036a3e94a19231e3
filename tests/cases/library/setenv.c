// verdict: holds
// What is set is found, and what is taken out is not.
#include <stdlib.h>
#include <string.h>
#include "plica.h"

int main(void) {
    char text[] = "LEVEL=7";
    plica_assert(setenv("MODE", "fast", 1) == 0 && strcmp(getenv("MODE"), "fast") == 0);
    plica_assert(setenv("MODE", "slow", 0) == 0 && strcmp(getenv("MODE"), "fast") == 0);
    plica_assert(unsetenv("MODE") == 0 && getenv("MODE") == 0 && setenv("A=B", "", 1) == -1);
    plica_assert(putenv(text) == 0 && getenv("LEVEL") == text + 6);
    text[6] = '8';
    plica_assert(atoi(getenv("LEVEL")) == 8);
    clearenv();
    plica_assert(!getenv("LEVEL") && !getenv("HOME"));
    return 0;
}
