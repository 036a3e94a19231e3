//! Between wide and multibyte characters, in the locale "C": a byte is a character, and those from 128 on are none.

#include "files.h"

#define PLICA_EILSEQ 84

typedef int plica_wide;
size_t strnlen(const char *text, size_t limit);
size_t wcsnlen(const plica_wide *text, size_t limit);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
long strtol(const char *restrict text, char **restrict end, int base);
double strtod(const char *restrict text, char **restrict end);
float strtof(const char *restrict text, char **restrict end);
long double strtold(const char *restrict text, char **restrict end);
_Noreturn void plica_unsupported(const char *what);
/* See string.c. */
int __plica_same_object(const void *a, const void *b);
void __plica_check_apart(const char *function, const void *to, size_t written, const void *from, size_t read);

size_t mbrtowc(plica_wide *restrict to, const char *restrict from, size_t count, void *restrict state) {
    (void)state;
    if (!from) return 0;
    if (count == 0) return (size_t)-2;
    unsigned char c = (unsigned char)*from;
    if (c >= 128) {
        plica_fail(PLICA_EILSEQ);
        return (size_t)-1;
    }
    if (to) *to = c;
    return c != 0;
}
int mbtowc(plica_wide *restrict to, const char *restrict from, size_t count) {
    return from ? (count ? (int)mbrtowc(to, from, count, 0) : -1) : 0;
}
size_t mbrlen(const char *restrict from, size_t count, void *restrict state) { return mbrtowc(0, from, count, state); }
int mblen(const char *from, size_t count) { return mbtowc(0, from, count); }
int mbsinit(const void *state) { return (void)state, 1; }
size_t __ctype_get_mb_cur_max(void) { return 1; }

size_t wcrtomb(char *restrict to, plica_wide c, void *restrict state) {
    (void)state;
    if (!to) return 1;
    if ((unsigned)c >= 128) {
        plica_fail(PLICA_EILSEQ);
        return (size_t)-1;
    }
    *to = (char)c;
    return 1;
}
int wctomb(char *to, plica_wide c) { return to ? (int)wcrtomb(to, c, 0) : 0; }
unsigned btowc(int c) { return c >= 0 && c < 128 ? (unsigned)c : ~0u; }
int wctob(unsigned c) { return c < 128 ? (int)c : PLICA_EOF; }

/* At most `count` characters, of so many bytes each, are copied up to their end. */
static void plica_check_apart(const char *function, const void *to, size_t of_to, const void *from, size_t of_from,
                              size_t length, size_t count) {
    size_t n = length < count ? length + 1 : count;
    __plica_check_apart(function, to, of_to * n, from, of_from * n);
}

size_t mbstowcs(plica_wide *restrict to, const char *restrict from, size_t count) {
    if (to && count && __plica_same_object(to, from))
        plica_check_apart("mbstowcs", to, sizeof *to, from, sizeof *from, strnlen(from, count), count);
    size_t n = 0;
    for (; !to || n < count; n++) {
        plica_wide c = (unsigned char)from[n];
        if (c >= 128) {
            plica_fail(PLICA_EILSEQ);
            return (size_t)-1;
        }
        if (to) to[n] = c;
        if (!c) break;
    }
    return n;
}

size_t wcstombs(char *restrict to, const plica_wide *restrict from, size_t count) {
    if (to && count && __plica_same_object(to, from))
        plica_check_apart("wcstombs", to, sizeof *to, from, sizeof *from, wcsnlen(from, count), count);
    size_t n = 0;
    for (; !to || n < count; n++) {
        if ((unsigned)from[n] >= 128) {
            plica_fail(PLICA_EILSEQ);
            return (size_t)-1;
        }
        if (to) to[n] = (char)from[n];
        if (!from[n]) break;
    }
    return n;
}

size_t mbsrtowcs(plica_wide *restrict to, const char **restrict from, size_t count, void *restrict state) {
    (void)state;
    size_t n = mbstowcs(to, *from, count);
    if (to && n != (size_t)-1) *from = n < count ? 0 : *from + n;
    return n;
}
size_t wcsrtombs(char *restrict to, const plica_wide **restrict from, size_t count, void *restrict state) {
    (void)state;
    size_t n = wcstombs(to, *from, count);
    if (to && n != (size_t)-1) *from = n < count ? 0 : *from + n;
    return n;
}

/* At most so many of `from`. */
size_t mbsnrtowcs(plica_wide *restrict to, const char **restrict from, size_t most, size_t count, void *restrict state) {
    (void)state;
    const char *text = *from;
    for (size_t n = 0; !to || n < count; n++) {
        plica_wide c = n < most ? (unsigned char)text[n] : 0;
        if (c >= 128) {
            if (to) *from = text + n;
            plica_fail(PLICA_EILSEQ);
            return (size_t)-1;
        }
        if (to && n < most) to[n] = c;
        if (c && n < most) continue;
        if (to) *from = n < most ? 0 : text + n;
        return n;
    }
    *from = text + count;
    return count;
}
size_t wcsnrtombs(char *restrict to, const plica_wide **restrict from, size_t most, size_t count, void *restrict state) {
    (void)state;
    const plica_wide *text = *from;
    for (size_t n = 0; !to || n < count; n++) {
        unsigned c = n < most ? (unsigned)text[n] : 0;
        if (c >= 128) {
            if (to) *from = text + n;
            plica_fail(PLICA_EILSEQ);
            return (size_t)-1;
        }
        if (to && n < most) to[n] = (char)c;
        if (c && n < most) continue;
        if (to) *from = n < most ? 0 : text + n;
        return n;
    }
    *from = text + count;
    return count;
}

/* Characters of 16 and 32 bits are the same. */
size_t mbrtoc32(unsigned *restrict to, const char *restrict from, size_t count, void *restrict state) {
    return mbrtowc((plica_wide *)to, from, count, state);
}
size_t mbrtoc16(unsigned short *restrict to, const char *restrict from, size_t count, void *restrict state) {
    plica_wide c = 0;
    size_t size = mbrtowc(&c, from, count, state);
    if (to && from && size <= 1) *to = (unsigned short)c;
    return size;
}
size_t c32rtomb(char *restrict to, unsigned c, void *restrict state) { return wcrtomb(to, (plica_wide)c, state); }
size_t c16rtomb(char *restrict to, unsigned short c, void *restrict state) { return wcrtomb(to, c, state); }

/* Numbers: the same characters, narrow. Longer texts end the path, since what follows could belong to the number. */
#define PLICA_NUMBER 127
static void plica_narrow(char *to, const plica_wide *from) {
    int n = 0;
    while (n < PLICA_NUMBER && from[n] > 0 && from[n] < 128) {
        to[n] = (char)from[n];
        n++;
    }
    if (n == PLICA_NUMBER) plica_unsupported("a number of more characters than are converted");
    to[n] = 0;
}
#define PLICA_FROM_WIDE(type, name, call)                                                                              \
    type name {                                                                                                        \
        char narrow[PLICA_NUMBER + 1], *stop;                                                                          \
        plica_narrow(narrow, text);                                                                                    \
        type value = call;                                                                                             \
        if (end) *end = (plica_wide *)text + (stop - narrow);                                                          \
        return value;                                                                                                  \
    }
PLICA_FROM_WIDE(long, wcstol(const plica_wide *restrict text, plica_wide **restrict end, int base), strtol(narrow, &stop, base))
PLICA_FROM_WIDE(long long, wcstoll(const plica_wide *restrict text, plica_wide **restrict end, int base), strtol(narrow, &stop, base))
PLICA_FROM_WIDE(unsigned long, wcstoul(const plica_wide *restrict text, plica_wide **restrict end, int base), strtoul(narrow, &stop, base))
PLICA_FROM_WIDE(unsigned long long, wcstoull(const plica_wide *restrict text, plica_wide **restrict end, int base), strtoul(narrow, &stop, base))
PLICA_FROM_WIDE(double, wcstod(const plica_wide *restrict text, plica_wide **restrict end), strtod(narrow, &stop))
PLICA_FROM_WIDE(float, wcstof(const plica_wide *restrict text, plica_wide **restrict end), strtof(narrow, &stop))
PLICA_FROM_WIDE(long double, wcstold(const plica_wide *restrict text, plica_wide **restrict end), strtold(narrow, &stop))
long wcstoimax(const plica_wide *restrict text, plica_wide **restrict end, int base) { return wcstol(text, end, base); }
unsigned long wcstoumax(const plica_wide *restrict text, plica_wide **restrict end, int base) {
    return wcstoul(text, end, base);
}
