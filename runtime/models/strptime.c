//! strptime: calendar time from text, as glibc reads it in the locale "C"; and wcsftime.
//!
//! Invariant: a conversion that is not known here ends the path as undecided.

#include "files.h"

struct plica_tm { int second, minute, hour, day, month, year, weekday, yearday, is_summer; long offset; const char *zone; };

typedef int plica_wide;
size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct plica_tm *restrict time);
/* See format.c. */
_Noreturn void __plica_unknown_conversion(const char *function, const char *conversion, const char *end);
_Noreturn void plica_unsupported(const char *what);

static const char *const plica_weekdays[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const plica_months[12] = {"January", "February", "March", "April", "May", "June", "July", "August",
                                             "September", "October", "November", "December"};
static const short plica_before[13] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

/* What was read, and what is to be put together of it at the end. */
struct plica_date {
    struct plica_tm *time;
    int twelve_hours, afternoon, century, year_of_century;
    int weekday, yearday, month, day; /* is it known? */
    int dated; /* was anything read that they follow from? */
};

static int plica_space(int c) { return (c == ' ') | ((unsigned)c - '\t' < 5u); }

/* A number of at most so many digits, behind white space; null where there is none in the range. */
static const char *plica_read(const char *text, int least, int most, int digits, int *to) {
    int value = 0;
    while (*text == ' ') text++;
    if ((unsigned)*text - '0' >= 10u) return 0;
    do value = 10 * value + (*text++ - '0');
    while (--digits > 0 && value * 10 <= most && (unsigned)*text - '0' < 10u);
    if (value < least || value > most) return 0;
    *to = value;
    return text;
}

static int plica_begins(const char *text, const char *word, int length) {
    int i = 0;
    for (; i != length && word[i]; i++) {
        unsigned a = (unsigned char)text[i], b = (unsigned char)word[i];
        if (a - 'A' < 26u) a += 32;
        if (b - 'A' < 26u) b += 32;
        if (a != b) return 0;
    }
    return i;
}

/* One of these names, whole or its first three letters. */
static const char *plica_name(const char *text, const char *const *names, int count, int *to) {
    for (int i = 0; i < count; i++) {
        int length = plica_begins(text, names[i], -1);
        if (!length) length = plica_begins(text, names[i], 3);
        if (!length) continue;
        *to = i;
        return text + length;
    }
    return 0;
}

static const char *plica_parse(const char *text, const char *format, struct plica_date *date);

/* Conversions that give a number, or several others. */
static const char *plica_convert(const char *text, const char *conversion, const char *end, struct plica_date *date) {
    struct plica_tm *time = date->time;
    switch (end[-1]) {
    case 'a': case 'A': date->weekday = 1; return plica_name(text, plica_weekdays, 7, &time->weekday);
    case 'b': case 'B': case 'h': date->month = date->dated = 1; return plica_name(text, plica_months, 12, &time->month);
    case 'C': date->dated = 1; return plica_read(text, 0, 99, 2, &date->century);
    case 'd': case 'e': date->day = date->dated = 1; return plica_read(text, 1, 31, 2, &time->day);
    case 'H': case 'k': date->twelve_hours = 0; return plica_read(text, 0, 23, 2, &time->hour);
    case 'I': case 'l':
        text = plica_read(text, 1, 12, 2, &time->hour);
        if (text) time->hour %= 12;
        date->twelve_hours = 1;
        return text;
    case 'j':
        text = plica_read(text, 1, 366, 3, &time->yearday);
        if (text) time->yearday--;
        date->yearday = 1;
        return text;
    case 'm':
        text = plica_read(text, 1, 12, 2, &time->month);
        if (text) time->month--;
        date->month = date->dated = 1;
        return text;
    case 'M': return plica_read(text, 0, 59, 2, &time->minute);
    case 'S': return plica_read(text, 0, 61, 2, &time->second);
    case 'p':
        date->afternoon = plica_begins(text, "PM", 2) != 0;
        return date->afternoon || plica_begins(text, "AM", 2) ? text + 2 : 0;
    case 'u':
        text = plica_read(text, 1, 7, 1, &time->weekday);
        if (text) time->weekday %= 7;
        date->weekday = 1;
        return text;
    case 'w': date->weekday = 1; return plica_read(text, 0, 6, 1, &time->weekday);
    case 'y':
        text = plica_read(text, 0, 99, 2, &time->year);
        if (text && time->year < 69) time->year += 100;
        date->year_of_century = date->dated = 1;
        return text;
    case 'Y':
        text = plica_read(text, 0, 9999, 4, &time->year);
        if (text) time->year -= 1900;
        date->year_of_century = 0;
        date->dated = 1;
        return text;
    case 'c': date->dated = 1; return plica_parse(text, "%a %b %e %H:%M:%S %Y", date);
    case 'D': case 'x': date->dated = 1; return plica_parse(text, "%m/%d/%y", date);
    case 'F': date->dated = 1; return plica_parse(text, "%Y-%m-%d", date);
    case 'r': return plica_parse(text, "%I:%M:%S %p", date);
    case 'R': return plica_parse(text, "%H:%M", date);
    case 'T': case 'X': return plica_parse(text, "%H:%M:%S", date);
    default: __plica_unknown_conversion("strptime", conversion, end);
    }
}

static const char *plica_parse(const char *text, const char *format, struct plica_date *date) {
    for (; *format; format++) {
        int skips = plica_space(*format) || (*format == '%' && (format[1] == 'n' || format[1] == 't'));
        if (skips) {
            while (plica_space(*text)) text++;
            format += *format == '%';
        } else if (*format != '%' || format[1] == '%') {
            format += *format == '%';
            if (*format != *text++) return 0;
        } else {
            const char *conversion = ++format;
            /* Other eras and digits are those of other locales. */
            format += *format == 'E' || *format == 'O';
            text = plica_convert(text, conversion, format + 1, date);
            if (!text) return 0;
        }
    }
    return text;
}

static int plica_is_leap(long year) { return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0)); }

static int plica_days_before(int month, int is_leap) { return plica_before[month] + (month > 1 && is_leap); }

/* The day of the week and that of the year follow from the others. */
static void plica_complete(struct plica_date *date) {
    struct plica_tm *time = date->time;
    if (date->twelve_hours && date->afternoon) time->hour += 12;
    if (date->century >= 0)
        time->year = (date->year_of_century ? time->year % 100 : 0) + (date->century - 19) * 100;
    long year = 1900l + time->year;
    int is_leap = plica_is_leap(year);
    if (date->dated && !date->weekday) {
        if (!(date->month && date->day) && date->yearday) {
            int month = 0;
            while (plica_days_before(month, is_leap) <= time->yearday) month++;
            if (!date->month) time->month = month - 1;
            if (!date->day) time->day = time->yearday - plica_days_before(month - 1, is_leap) + 1;
        }
        if (time->month < 0 || time->month > 11) plica_unsupported("a month that is none");
        /* As glibc counts, which is off for years before the common era. */
        int leap = (int)(year - (time->month < 2)) / 4;
        int days = 365 * (time->year - 70) + leap - leap / 25 + (leap % 25 < 0) + leap / 25 / 4 - 473;
        days += plica_days_before(time->month, 0) + time->day - 1;
        time->weekday = (days % 7 + 7) % 7;
    }
    if (date->dated && !date->yearday) {
        if (time->month < 0 || time->month > 11) plica_unsupported("a month that is none");
        time->yearday = plica_days_before(time->month, is_leap) + time->day - 1;
    }
}

char *strptime(const char *restrict text, const char *restrict format, struct plica_tm *restrict time) {
    struct plica_date date = {.time = time, .century = -1};
    text = plica_parse(text, format, &date);
    if (text) plica_complete(&date);
    return (char *)text;
}

/* What strftime gives, in wide characters. */
size_t wcsftime(plica_wide *restrict to, size_t size, const plica_wide *restrict format, const struct plica_tm *restrict time) {
    char how[256], narrow[1024];
    size_t n = 0;
    for (; n + 1 < sizeof how && format[n]; n++) {
        if ((unsigned)format[n] >= 128) plica_unsupported("wide characters beyond ASCII");
        how[n] = (char)format[n];
    }
    if (format[n]) plica_unsupported("a format of 256 and more characters");
    how[n] = 0;
    if (n == 0) {
        if (size) to[0] = 0;
        return 0;
    }
    size_t length = strftime(narrow, sizeof narrow, how, time);
    if (length == 0) plica_unsupported("a time of 1024 and more characters");
    if (length >= size) return 0;
    for (size_t i = 0; i <= length; i++) to[i] = narrow[i];
    return length;
}
