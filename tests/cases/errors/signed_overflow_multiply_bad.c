// run: check --checks overflow
// verdict: violated
// error: signed-overflow at 10
// Seconds from hours, for more hours than fit.
#include "plica.h"

int main(void) {
    int hours = plica_int("hours");
    if (hours < 0 || hours > 600000) return 0;
    int seconds = hours * 3600;
    return seconds == 7200;
}
