//! format.c against the C library: random conversion specifications on random arguments.
#define _GNU_SOURCE
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include "check.h"

int model_snprintf(char *, size_t, const char *, ...), model_sprintf(char *, const char *, ...);
int model_asprintf(char **, const char *, ...);

/* The executor's primitive, as the C library has it. */
int __plica_format_double(char *to, size_t size, const char *spec, double value) {
    return snprintf(to, size, spec, value);
}
int __plica_format_long_double(char *to, size_t size, const char *spec, long double value) {
    return snprintf(to, size, spec, value);
}
void __plica_unknown_conversion(const char *function, const char *conversion, const char *end) { CHECK(!"unknown conversion"); }
void plica_unsupported(const char *what) { CHECK(!"unknown conversion"); }

enum { ROOM = 128 };

#define BOTH(size, ...)                                                                                                \
    do {                                                                                                               \
        char one[ROOM], two[ROOM];                                                                                     \
        memset(one, '#', ROOM);                                                                                        \
        memset(two, '#', ROOM);                                                                                        \
        int count_one = model_snprintf(one, size, __VA_ARGS__), count_two = snprintf(two, size, __VA_ARGS__);          \
        CHECK_FOR(count_one == count_two, format);                                                                     \
        CHECK_FOR(memcmp(one, two, ROOM) == 0, format);                                                                \
    } while (0)

/* A specification without its conversion, of flags, width and precision; `stars` is 1 for *, 2 for .*, 3 for both. */
static void specification(char *to, const char *flags, int stars) {
    *to++ = '<';
    *to++ = '%';
    while (random_below(2)) *to++ = flags[random_below((int)strlen(flags))];
    if (stars & 1) *to++ = '*';
    else if (random_below(2)) to += sprintf(to, "%d", 1 + random_below(30));
    if (stars & 2) to += sprintf(to, ".*");
    else if (random_below(2)) to += sprintf(to, random_below(5) ? ".%d" : ".", random_below(30));
    *to = 0;
}

int model_vsnprintf(char *, size_t, const char *, va_list), model_vsprintf(char *, const char *, va_list);
int model_vasprintf(char **, const char *, va_list);

/* Those that take a list: on the same arguments as the others. */
static int listed(int which, char *to, char **made, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = which == 0 ? model_vsnprintf(to, 9, format, list) : which == 1 ? model_vsprintf(to, format, list) : model_vasprintf(made, format, list);
    va_end(list);
    return n;
}
static void through_lists(void) {
    for (int round = 0; round < 1000; round++) {
        int n = (int)random_number();
        char one[64] = "", two[64] = "", *made = NULL;
        CHECK(listed(0, one, NULL, "%d-%x", n, n) == snprintf(two, 9, "%d-%x", n, n) && strcmp(one, two) == 0);
        CHECK(listed(1, one, NULL, "%d-%x", n, n) == sprintf(two, "%d-%x", n, n) && strcmp(one, two) == 0);
        CHECK(listed(2, NULL, &made, "%d-%x", n, n) == (int)strlen(two) && strcmp(made, two) == 0);
        free(made);
    }
}

int main(void) {
    static const char *const lengths[] = {"", "h", "hh", "l", "ll", "z", "j", "t"};
    static const char *const texts[] = {"", "a", "hello", "a longer text with blanks"};
    for (int round = 0; round < 100000; round++) {
        char format[80], conversion = "diuxXocsp%eEfFgGaA"[random_below(18)];
        int stars = random_below(8) < 4 ? random_below(4) : 0, w = random_below(40) - 20, p = random_below(30) - 3;
        size_t size = random_below(4) ? ROOM : (size_t)random_below(20);
        long long n = random_number();
        const char *integer = "diuxXo";
        if (strchr(integer, conversion)) {
            const char *length = lengths[random_below(8)];
            specification(format, conversion == 'd' || conversion == 'i' ? "-+ 0" : conversion == 'u' ? "-0" : "-#0", stars);
            sprintf(format + strlen(format), "%s%c>", length, conversion);
            int wide = *length && *length != 'h';
            if (stars == 0) { if (wide) BOTH(size, format, n); else BOTH(size, format, (int)n); }
            if (stars == 1) { if (wide) BOTH(size, format, w, n); else BOTH(size, format, w, (int)n); }
            if (stars == 2) { if (wide) BOTH(size, format, p, n); else BOTH(size, format, p, (int)n); }
            if (stars == 3) { if (wide) BOTH(size, format, w, p, n); else BOTH(size, format, w, p, (int)n); }
        } else if (conversion == 'c') {
            sprintf(format, "<%%%s%dc>", random_below(2) ? "-" : "", 1 + random_below(9));
            int c = random_below(256);
            BOTH(size, format, c);
        } else if (conversion == 's') {
            specification(format, "-", stars & 2);
            strcat(format, "s>");
            const char *text = texts[random_below(4)];
            if (stars & 2) BOTH(size, format, p, text);
            else BOTH(size, format, text);
        } else if (conversion == 'p') {
            BOTH(size, "%p|%20p|%-20p|", NULL, (void *)format, (void *)n);
        } else if (conversion == '%') {
            BOTH(size, "%%|%d%%%s", 5, "x");
        } else {
            double d = (double)n / (1 + random_below(1000));
            specification(format, "-+ #0", 0);
            sprintf(format + strlen(format), "%c>", conversion);
            if (snprintf(NULL, 0, format, d) < ROOM) BOTH(size, format, d);
            long double extended = (long double)n / (1 + random_below(1000));
            sprintf(strchr(format, '>') - 1, "L%c>", conversion);
            if (snprintf(NULL, 0, format, extended) < ROOM) BOTH(size, format, extended);
        }
    }
    through_lists();
    int i, j;
    short h, k;
    signed char b, c;
    long l, m;
    char one[ROOM], two[ROOM], *allocated;
    CHECK(model_sprintf(one, "ab%nc%hnd%hhn%7.3d%ln", &i, &h, &b, 5, &l) == sprintf(two, "ab%nc%hnd%hhn%7.3d%ln", &j, &k, &c, 5, &m));
    CHECK(strcmp(one, two) == 0 && i == j && h == k && b == c && l == m);
    CHECK(model_asprintf(&allocated, "%s-%d", "key", INT_MIN) == 15 && strcmp(allocated, "key--2147483648") == 0);
    free(allocated);
    CHECK(model_snprintf(NULL, 0, "%d %s", 12345, "abc") == 9);
    return check_result();
}
