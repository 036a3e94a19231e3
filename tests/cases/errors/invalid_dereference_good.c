// verdict: holds
// The twin of invalid_dereference_bad.c: an address that went through an integer is still good.
#include <stdint.h>
#include "plica.h"

int main(void) {
    static int status = 1, control = 2;
    uintptr_t where = (uintptr_t)&status;
    if (plica_int("mode") == 7) where = (uintptr_t)&control;
    return *(int *)where;
}
