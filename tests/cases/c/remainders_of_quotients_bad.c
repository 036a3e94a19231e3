// One remainder in so many.
// verdict: violated
// error: assertion-failure at 9
#include "plica.h"
int main(void) {
    unsigned long account = plica_ulong("account"), part = account / 146097;
    unsigned long day = account - part * 146097, year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    plica_assume(account > 1ul << 60);
    plica_assert(year * 7 + day % 11 != 2795);
    return 0;
}
