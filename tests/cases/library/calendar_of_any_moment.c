// A date of any moment has a month and a day.
// verdict: holds
#include <time.h>
#include "plica.h"
int main(void) {
    time_t now = time(0);
    const struct tm *date = localtime(&now);
    plica_assert(date->tm_mon < 12 && date->tm_mday <= 31);
    return 0;
}
