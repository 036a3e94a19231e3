// verdict: holds
// 128-bit integers: the high half of a product, shifts, comparisons, division.
#include "plica.h"

typedef unsigned __int128 u128;

int main(void) {
    unsigned long a = plica_ulong("a");
    u128 wide = (u128)a << 64 | 7;
    plica_assert((unsigned long)(wide >> 64) == a && (unsigned long)wide == 7);
    plica_assert(wide >= 7 && (wide > (u128)7) == (a != 0));
    u128 product = (u128)a * 3;
    plica_assert((product >> 64) <= 2);
    __int128 negative = -(__int128)(a >> 1);
    plica_assert(negative <= 0 && (negative >> 64) >= -1);
    plica_assert(((u128)1 << 100) / 1024 == (u128)1 << 90);
    return 0;
}
