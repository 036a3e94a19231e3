// verdict: violated
// error: assertion-failure at 8
// A 64-bit product that needs its high half.
#include "plica.h"

int main(void) {
    unsigned long a = plica_ulong("a");
    plica_assert((unsigned long)((unsigned __int128)a * 5 >> 64) < 4);
    return 0;
}
