// verdict: violated
// error: assertion-failure at 11
// Two variables: one is set and the other is not.
#include <stdlib.h>
#include <string.h>
#include "plica.h"

int main(void) {
    const char *mode = getenv("MODE"), *level = getenv("LEVEL");
    if (!mode || level) return 0;
    plica_assert(strcmp(mode, "abc"));
    return 0;
}
