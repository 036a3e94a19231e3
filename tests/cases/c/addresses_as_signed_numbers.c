// verdict: holds
// An address was less than -1 when compared as a signed number.
#include "plica.h"

int main(void) {
    int x;
    long address = (long)&x;
    plica_assert(address > -1);
    plica_assert(!(address < -4095));
    plica_assert(address >= (long)-0x7fffffff);
    return 0;
}
