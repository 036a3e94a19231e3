//! calendar.c against the C library's.
#define _GNU_SOURCE
#include <locale.h>
#include <string.h>
#include <time.h>
#include "check.h"

struct tm *model_gmtime_r(const time_t *, struct tm *);
time_t model_timegm(struct tm *);
size_t model_strftime_l(char *, size_t, const char *, const struct tm *, locale_t);
size_t model_strftime(char *, size_t, const char *, const struct tm *);
char *model_asctime_r(const struct tm *, char *);

void __plica_unknown_conversion(const char *function, const char *conversion, const char *end) { exit(1); }
void plica_unsupported(const char *what) { exit(1); }

time_t model_mktime(struct tm *);
struct tm *model_gmtime(const time_t *), *model_localtime(const time_t *), *model_localtime_r(const time_t *, struct tm *);
char *model_asctime(const struct tm *), *model_ctime(const time_t *), *model_ctime_r(const time_t *, char *);
void model_tzset(void);

/* The local time is that of UTC. */
static void local(time_t moment) {
    struct tm one, two;
    char a[64], b[64];
    CHECK(model_localtime_r(&moment, &one)->tm_hour == localtime_r(&moment, &two)->tm_hour && one.tm_yday == two.tm_yday);
    CHECK(model_gmtime(&moment)->tm_min == gmtime(&moment)->tm_min && model_localtime(&moment)->tm_mday == two.tm_mday);
    CHECK(strcmp(model_ctime_r(&moment, a), ctime_r(&moment, b)) == 0 && strcmp(model_ctime(&moment), a) == 0);
    CHECK(strcmp(model_asctime(&one), a) == 0);
    one.tm_mday += 40, two.tm_mday += 40;
    CHECK(model_mktime(&one) == mktime(&two) && one.tm_mon == two.tm_mon);
}

int main(void) {
    locale_t of_c = newlocale(LC_ALL_MASK, "C", NULL);
    setenv("TZ", "UTC0", 1);
    model_tzset(), tzset();
    for (int round = 0; round < 20000; round++) {
        time_t moment = random_number() % 60000000000ll;
        struct tm real, model;
        char a[128] = "", b[128] = "";
        gmtime_r(&moment, &real), model_gmtime_r(&moment, &model);
        CHECK(real.tm_sec == model.tm_sec && real.tm_min == model.tm_min && real.tm_hour == model.tm_hour);
        CHECK(real.tm_mday == model.tm_mday && real.tm_mon == model.tm_mon && real.tm_year == model.tm_year);
        CHECK(real.tm_wday == model.tm_wday && real.tm_yday == model.tm_yday);
        const char *format = "%F %T %j %a %A %b %B %e %I %p %y %C %u %w %D %R %% %n%t %U %W %V %G %g %s %Ey %OH";
        /* How years of fewer than four digits are filled up differs between versions of glibc. */
        if (real.tm_year < -900) continue;
        CHECK(strftime(a, 128, format, &real) == model_strftime(b, 128, format, &model) && strcmp(a, b) == 0);
        CHECK(strftime(a, 12, "%F %H", &real) == model_strftime(b, 12, "%F %H", &model));
        CHECK(strftime(a, 12, "%F", &real) == model_strftime_l(b, 12, "%F", &model, of_c) && strcmp(a, b) == 0);
        if (real.tm_year > -900 && real.tm_year < 8000) local(moment);
        if (real.tm_year > -900 && real.tm_year < 8000) CHECK(strcmp(asctime_r(&real, a), model_asctime_r(&model, b)) == 0);
        real.tm_mon += random_below(100) - 50, real.tm_mday += random_below(100) - 50, real.tm_sec += random_below(9999);
        model = real;
        CHECK(timegm(&real) == model_timegm(&model) && real.tm_mday == model.tm_mday && real.tm_mon == model.tm_mon);
    }
    return check_result();
}
