// Atomic objects that no instruction takes are read, written, exchanged and compared by functions of the compiler's.
// verdict: holds
// native: no
#include "plica.h"
#include <stdatomic.h>

struct big {
    long a, b, c;
};
static _Atomic struct big shared;
static _Atomic __int128 wide;

int main(void) {
    struct big x = {plica_int("a"), 2, 3}, old, other = {0, 0, 0};
    atomic_store(&shared, x);
    old = atomic_exchange(&shared, ((struct big){4, 5, 6}));
    plica_assert(old.a == x.a && old.c == 3);
    plica_assert(!atomic_compare_exchange_strong(&shared, &other, x));
    plica_assert(other.a == 4 && other.b == 5 && other.c == 6);
    plica_assert(atomic_compare_exchange_strong(&shared, &other, x));
    old = atomic_load(&shared);
    plica_assert(old.a == x.a);
    struct big swapped = {7, 8, 9};
    __atomic_exchange((struct big *)&shared, &swapped, &swapped, 5);
    old = atomic_load(&shared);
    plica_assert(swapped.a == x.a && old.a == 7 && old.c == 9);

    wide = x.a;
    wide += (__int128)1 << 100;
    plica_assert(atomic_fetch_sub(&wide, 1) - ((__int128)1 << 100) == x.a);
    plica_assert(atomic_fetch_and(&wide, 1) % 2 == (x.a - 1) % 2 || x.a % 2 == 0);
    plica_assert(wide == ((x.a - 1) & 1));
    return 0;
}
