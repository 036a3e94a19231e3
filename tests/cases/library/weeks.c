// verdict: holds
// Numbers of weeks, by Sundays, by Mondays and by ISO 8601, where a week may belong to the year before or the next.
#include <string.h>
#include <time.h>
#include "plica.h"

static int is(struct tm time, const char *expected) {
    char text[32];
    strftime(text, sizeof text, "%U %W %G-%V %Ey", &time);
    return strcmp(text, expected) == 0;
}

int main(void) {
    struct tm first = {.tm_year = 121, .tm_mday = 1, .tm_wday = 5};
    struct tm late = {.tm_year = 124, .tm_mon = 11, .tm_mday = 30, .tm_wday = 1, .tm_yday = 364};
    plica_assert(is(first, "00 00 2020-53 21"));
    plica_assert(is(late, "52 53 2025-01 24"));
    return 0;
}
