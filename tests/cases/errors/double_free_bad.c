// verdict: violated
// error: double-free at 12
// The error path releases what the common path releases as well.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char *buffer = malloc(16);
    if (!buffer) return 1;
    int status = plica_int("status");
    if (status < 0) free(buffer);
    if (status != -2) free(buffer);
    return 0;
}
