// verdict: holds
// Calendar time.
#include <string.h>
#include <time.h>
#include "plica.h"

int main(void) {
    time_t moment = 951827696; /* 2000-02-29 12:34:56 */
    char text[32];
    struct tm *broken = gmtime(&moment);
    plica_assert(broken->tm_year == 100 && broken->tm_mon == 1 && broken->tm_mday == 29 && broken->tm_wday == 2);
    plica_assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M", broken) == 16 && strcmp(text, "2000-02-29 12:34") == 0);
    plica_assert(mktime(broken) == moment && strcmp(ctime(&moment), "Tue Feb 29 12:34:56 2000\n") == 0);
    return 0;
}
