// verdict: violated
// error: invalid-dereference at 11
// A device register at a fixed address, on a machine that has none there.
#include <stdint.h>
#include "plica.h"

int main(void) {
    static int status = 1;
    uintptr_t where = (uintptr_t)&status;
    if (plica_int("mode") == 7) where = 0xfee00000fee00000u;
    return *(int *)where;
}
