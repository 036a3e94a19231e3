// An atomic object that is one thing after it has been another; what is compared are all of its bytes.
// verdict: violated
// error: assertion-failure at 21
// error: out-of-bounds at 24
// native: no
#include "plica.h"
#include <stdatomic.h>
#include <stdlib.h>

struct big {
    long a, b, c;
};
static _Atomic struct big shared;

int main(void) {
    struct big x = {plica_int("a"), 2, 3};
    if (plica_bool("compared")) {
        struct big same = {0, 0, 0};
        atomic_compare_exchange_strong(&shared, &same, x);
        same = atomic_load(&shared);
        plica_assert(same.a != 77);
    } else {
        struct big *half = malloc(8);
        __atomic_load((struct big *)&shared, half, 5);
    }
    return 0;
}
