// A date of any moment has a month, a day, an hour and a day of the week and of the year.
// verdict: holds
#include <time.h>
#include "plica.h"
int main(void) {
    time_t now = time(0);
    const struct tm *date = localtime(&now);
    plica_assert(date && date->tm_mon >= 0 && date->tm_mon < 12);
    plica_assert(date->tm_mday >= 1 && date->tm_mday <= 31);
    plica_assert(date->tm_hour >= 0 && date->tm_hour < 24);
    plica_assert(date->tm_wday >= 0 && date->tm_wday < 7);
    plica_assert(date->tm_yday >= 0 && date->tm_yday < 366);
    return 0;
}
