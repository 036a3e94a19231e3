// Years that are no int, and dates with more digits than there is room for, have no result.
// verdict: holds
#include <limits.h>
#include <time.h>
#include "plica.h"
int main(void) {
    time_t far = (time_t)1 << 60, late = 67768036191676799, later = late + 1;
    char text[26];
    struct tm day;
    plica_assert(!gmtime(&far) && !localtime_r(&far, &day));
    plica_assert(gmtime(&late) && !gmtime(&later));
    struct tm end = {.tm_year = INT_MAX, .tm_mon = 12, .tm_mday = 1}, long_year = {.tm_mday = 1, .tm_year = 30000};
    plica_assert(mktime(&end) == -1);
    plica_assert(!asctime_r(&long_year, text));
    long_year.tm_year = 100;
    plica_assert(asctime_r(&long_year, text) == text && text[24] == '\n');
    struct timespec now;
    plica_assert(clock_gettime(99, &now) == -1);
    return 0;
}
