// run: check --checks overflow
// verdict: holds
// The twin of signed_overflow_multiply_bad.c: 596523 hours are the last that fit.
#include "plica.h"

int main(void) {
    int hours = plica_int("hours");
    if (hours < 0 || hours > 596523) return 0;
    int seconds = hours * 3600;
    return seconds == 7200;
}
