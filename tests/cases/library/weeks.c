// verdict: holds
// Numbers of weeks, by Sundays, by Mondays and by ISO 8601, where a week may belong to the year before or the next.
#include <string.h>
#include <time.h>
#include "plica.h"

static int is(int year, int month, int day, const char *expected) {
    struct tm time = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
    char text[32];
    mktime(&time);
    strftime(text, sizeof text, "%U %W %G-%V %g %Ey", &time);
    return strcmp(text, expected) == 0;
}

int main(void) {
    plica_assert(is(2024, 2, 29, "08 09 2024-09 24 24"));
    plica_assert(is(2021, 1, 1, "00 00 2020-53 20 21"));
    plica_assert(is(2024, 12, 30, "52 53 2025-01 25 24"));
    plica_assert(is(2023, 1, 1, "01 00 2022-52 22 23"));
    return 0;
}
