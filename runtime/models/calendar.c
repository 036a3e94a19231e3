//! Calendar time in UTC, which is also the local time.

#include "locales.h"

#include "files.h"

struct plica_tm { int second, minute, hour, day, month, year, weekday, yearday, is_summer; long offset; const char *zone; };

int snprintf(char *to, size_t size, const char *format, ...);

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;
void tzset(void) {}

/* Days from 1970-01-01 to the first of March of a year, counted so that the leap day is a year's last. */
static long plica_days(long year, int month, int day) {
    year -= month < 2;
    long era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
    long of_year = (153 * ((month + 10) % 12) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

#define PLICA_EOVERFLOW 75

/* The year is no int, or has too many digits. */
static void *plica_too_far(void) {
    *__errno_location() = PLICA_EOVERFLOW;
    return 0;
}

struct plica_tm *gmtime_r(const long *restrict time, struct plica_tm *restrict to) {
    long days = *time / 86400, left = *time % 86400;
    if (left < 0) left += 86400, days--;
    long z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097, of_era = z - era * 146097;
    long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    long of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    /* All but the year comes of the day of the era alone, which has few values. */
    int is_leap = (year % 4 == 0) & ((year % 100 != 0) | (year == 0));
    year += era * 400 + (month >= 10) - 1900;
    if (year != (int)year) return plica_too_far();
    int weekday = (int)((days % 7 + 11) % 7);
    *to = (struct plica_tm){.second = (int)(left % 60), .minute = (int)(left / 60 % 60), .hour = (int)(left / 3600),
                            .day = (int)(of_year - (153 * month + 2) / 5 + 1), .month = (int)((month + 2) % 12),
                            .year = (int)year, .weekday = weekday, .zone = "UTC",
                            .yearday = (int)(month >= 10 ? of_year - 306 : of_year + 59 + is_leap)};
    return to;
}
static struct plica_tm plica_broken;
struct plica_tm *gmtime(const long *time) { return gmtime_r(time, &plica_broken); }
struct plica_tm *localtime(const long *time) { return gmtime_r(time, &plica_broken); }
struct plica_tm *localtime_r(const long *restrict time, struct plica_tm *restrict to) { return gmtime_r(time, to); }

long timegm(struct plica_tm *time) {
    long year = time->year + 1900l + (time->month >= 0 ? time->month / 12 : -((11 - time->month) / 12));
    int month = (time->month % 12 + 12) % 12;
    long seconds = (plica_days(year, month, 1) + time->day - 1) * 86400 + time->hour * 3600l + time->minute * 60l + time->second;
    return gmtime_r(&seconds, time) ? seconds : -1;
}
long mktime(struct plica_tm *time) { return timegm(time); }

static const char *const plica_weekdays[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const plica_months[12] = {"January", "February", "March", "April", "May", "June", "July", "August",
                                             "September", "October", "November", "December"};

static const char *plica_weekday(const struct plica_tm *time) {
    return time->weekday < 0 || time->weekday > 6 ? "?" : plica_weekdays[time->weekday];
}
static const char *plica_month(const struct plica_tm *time) {
    return time->month < 0 || time->month > 11 ? "?" : plica_months[time->month];
}

static char *plica_date(const struct plica_tm *time, char *to, int size) {
    if (!time) return *__errno_location() = PLICA_EINVAL, (char *)0;
    if (time->year > 0x7fffffff - 1900) return plica_too_far();
    int length = snprintf(to, (size_t)size, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", plica_weekday(time), plica_month(time), time->day,
                          time->hour, time->minute, time->second, 1900 + time->year);
    return length < size ? to : plica_too_far();
}
/* Who gives the memory has room for years of four digits. */
char *asctime_r(const struct plica_tm *restrict time, char *restrict to) { return plica_date(time, to, 26); }
static char plica_text[128];
char *asctime(const struct plica_tm *time) { return plica_date(time, plica_text, sizeof plica_text); }
char *ctime(const long *time) { return asctime(gmtime_r(time, &plica_broken)); }
char *ctime_r(const long *restrict time, char *restrict to) {
    struct plica_tm broken;
    return asctime_r(gmtime_r(time, &broken), to);
}

/* See format.c. */
_Noreturn void __plica_unknown_conversion(const char *function, const char *conversion, const char *end);
size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct plica_tm *restrict time);

/* The number of the week by ISO 8601, and the year that it belongs to: that of its Thursday. */
static int plica_week(const struct plica_tm *time, int *year) {
    int thursday = time->yearday - (time->weekday + 6) % 7 + 3;
    *year = 1900 + time->year;
    if (thursday < 0) thursday += (int)(plica_days(*year, 0, 1) - plica_days(*year - 1, 0, 1)), --*year;
    else if (thursday >= plica_days(*year + 1, 0, 1) - plica_days(*year, 0, 1)) thursday = 0, ++*year;
    return thursday / 7 + 1;
}

/* One conversion of strftime into a field; those that are several others are written by those. Is it known? */
static int plica_convert(char *field, size_t size, char kind, const struct plica_tm *time) {
    int year, hour = time->hour % 12 ? time->hour % 12 : 12;
    field[0] = 0;
    switch (kind) {
    case 'Y': snprintf(field, size, "%d", 1900 + time->year); break;
    case 'C': snprintf(field, size, "%02d", (1900 + time->year) / 100); break;
    case 'y': snprintf(field, size, "%02d", (1900 + time->year) % 100); break;
    case 'm': snprintf(field, size, "%02d", time->month + 1); break;
    case 'd': snprintf(field, size, "%02d", time->day); break;
    case 'e': snprintf(field, size, "%2d", time->day); break;
    case 'H': snprintf(field, size, "%02d", time->hour); break;
    case 'I': snprintf(field, size, "%02d", hour); break;
    case 'M': snprintf(field, size, "%02d", time->minute); break;
    case 'S': snprintf(field, size, "%02d", time->second); break;
    case 'j': snprintf(field, size, "%03d", time->yearday + 1); break;
    case 'w': snprintf(field, size, "%d", time->weekday); break;
    case 'u': snprintf(field, size, "%d", time->weekday ? time->weekday : 7); break;
    case 'p': snprintf(field, size, "%s", time->hour < 12 ? "AM" : "PM"); break;
    case 'A': snprintf(field, size, "%s", plica_weekday(time)); break;
    case 'a': snprintf(field, size, "%.3s", plica_weekday(time)); break;
    case 'B': snprintf(field, size, "%s", plica_month(time)); break;
    case 'b': case 'h': snprintf(field, size, "%.3s", plica_month(time)); break;
    case 'U': snprintf(field, size, "%02d", (time->yearday + 7 - time->weekday) / 7); break;
    case 'W': snprintf(field, size, "%02d", (time->yearday + 7 - (time->weekday + 6) % 7) / 7); break;
    case 'V': snprintf(field, size, "%02d", plica_week(time, &year)); break;
    case 'G': plica_week(time, &year), snprintf(field, size, "%d", year); break;
    case 'g': plica_week(time, &year), snprintf(field, size, "%02d", (year % 100 + 100) % 100); break;
    case 's': {
        struct plica_tm broken = *time;
        snprintf(field, size, "%ld", timegm(&broken));
        break;
    }
    case 'Z': snprintf(field, size, "UTC"); break;
    case 'z': snprintf(field, size, "+0000"); break;
    case 'n': snprintf(field, size, "\n"); break;
    case 't': snprintf(field, size, "\t"); break;
    case '%': snprintf(field, size, "%%"); break;
    case 'F': strftime(field, size, "%Y-%m-%d", time); break;
    case 'T': strftime(field, size, "%H:%M:%S", time); break;
    case 'R': strftime(field, size, "%H:%M", time); break;
    case 'D': case 'x': strftime(field, size, "%m/%d/%y", time); break;
    case 'X': strftime(field, size, "%H:%M:%S", time); break;
    case 'c': strftime(field, size, "%a %b %e %H:%M:%S %Y", time); break;
    case 'r': strftime(field, size, "%I:%M:%S %p", time); break;
    default: return 0;
    }
    return 1;
}

size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct plica_tm *restrict time) {
    size_t n = 0;
    for (; *format; format++) {
        char field[64] = {*format, 0};
        if (*format == '%') {
            const char *conversion = ++format;
            /* Other eras and digits are those of other locales. */
            format += *format == 'E' || *format == 'O';
            if (!plica_convert(field, sizeof field, *format, time))
                __plica_unknown_conversion("strftime", conversion, format + (*format != 0));
        }
        for (int i = 0; field[i]; i++, n++) {
            if (n + 1 >= size) return 0;
            to[n] = field[i];
        }
    }
    if (n >= size) return 0;
    to[n] = 0;
    return n;
}
size_t strftime_l(char *restrict to, size_t size, const char *restrict format, const struct plica_tm *restrict time,
                  const struct plica_locale *locale) {
    return plica_in_locale(locale), strftime(to, size, format, time);
}
