// verdict: holds
// The twin of bounds_global_bad.c.
#include "plica.h"

static int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void) {
    int month = plica_int("month");
    if (month < 0 || month >= 12) return 0;
    return days[month];
}
