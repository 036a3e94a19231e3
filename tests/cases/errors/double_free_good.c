// verdict: holds
// The twin of double_free_bad.c: free(NULL) does nothing.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char *buffer = malloc(16);
    if (!buffer) return 1;
    int status = plica_int("status");
    if (status < 0) {
        free(buffer);
        buffer = NULL;
    }
    if (status != -2) free(buffer);
    return 0;
}
