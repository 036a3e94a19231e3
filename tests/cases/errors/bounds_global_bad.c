// verdict: violated
// error: out-of-bounds at 11
// One past the end, through a comparison that should be strict.
#include "plica.h"

static int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void) {
    int month = plica_int("month");
    if (month < 0 || month > 12) return 0;
    return days[month];
}
