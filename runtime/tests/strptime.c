//! strptime.c against the C library's: texts that strftime made, whole and spoiled; and wcsftime.
#define _GNU_SOURCE
#include <time.h>
#include <wchar.h>
#include "tables.h"

LIKE(strptime) LIKE(wcsftime)

void __plica_unknown_conversion(const char *function, const char *conversion, const char *end) { exit(1); }
void plica_unsupported(const char *what) { exit(1); }

static int same(const struct tm *a, const struct tm *b) {
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday &&
           a->tm_mon == b->tm_mon && a->tm_year == b->tm_year && a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday;
}

int main(void) {
    static const char *const formats[] = {"%Y-%m-%d %H:%M:%S", "%F %T", "%d %b %Y", "%a, %d %B %y %I:%M %p", "%D %R", "%c",
                                          "%j %Y", "%Y %j", "%H%M%S", "%e.%m.%C", "%C%y", "%A%n%d%t%m", "%r", "%x %X", "%u %w",
                                          "%h %d, %Y", "100%% %m", "%k:%M %l", "%y%m%d", "%m", "%d", "%Y"};
    for (int round = 0; round < 100000; round++) {
        const char *format = formats[random_below((int)(sizeof formats / sizeof *formats))];
        /* Between the years 1900 and 9999. */
        time_t moment = (time_t)(random_bits() % 255485000000ull) - 2208988800;
        struct tm made, real = {.tm_mday = 1}, model = {.tm_mday = 1};
        char text[128] = "";
        gmtime_r(&moment, &made);
        size_t n = strftime(text, sizeof text, format, &made);
        if (n && random_below(3) == 0) text[random_below((int)n)] = "0 9:-/aJuPm%"[random_below(12)];
        if (n && random_below(9) == 0) text[random_below((int)n)] = 0;
        char *end = strptime(text, format, &real), *model_end = model_strptime(text, format, &model);
        if (end != model_end || (end && !same(&real, &model))) fprintf(stderr, "format \"%s\": ", format);
        CHECK_FOR(end == model_end, text);
        CHECK_FOR(!end || same(&real, &model), text);
        wchar_t wide[64], a[64] = {0}, b[64] = {0};
        size_t size = (size_t)random_below(64);
        mbstowcs(wide, format, 64);
        if (round % 16 == 0)
            CHECK(model_wcsftime(a, size, wide, &made) == wcsftime(b, size, wide, &made) && (!size || !a[0] || wcscmp(a, b) == 0));
    }
    return check_result();
}
