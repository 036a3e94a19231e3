// verdict: holds
#include "plica.h"
int main(void) {
    const int zero = 0, least = -2147483647 - 1;
    int which = plica_range(0, 4, "which");
    if (zero) return 1 / zero;
    if (which == 0) return least / 1 + least % 2;
    if (which == 1) return 1 << 30;
    if (which == 2) return sizeof(char[1 + 1 / 2]);
    return zero && 1 % 0;
}
