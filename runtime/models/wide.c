//! Wide strings: as string.h, with wchar_t of 32 bits.
//!
//! Invariant: reading and writing ends where the standard says, so what is beyond the end of an object shows.

#include "locales.h"

typedef __SIZE_TYPE__ size_t;
typedef int plica_wide; /* wchar_t on x86-64 and AArch64 Linux, up to its sign */

void *malloc(size_t size);

/* As in string.c: copying between places that overlap is an error. The numbers are those of bytes. */
int __plica_same_object(const void *a, const void *b);
void __plica_check_apart(const char *function, const void *to, size_t written, const void *from, size_t read);

/* A size in bytes that does not fit is none that an object could have. */
static size_t plica_bytes(size_t count) { return count > ~(size_t)0 / 4 ? ~(size_t)0 : 4 * count; }

size_t wcslen(const plica_wide *text) {
    size_t n = 0;
    while (text[n]) n++;
    return n;
}

size_t wcsnlen(const plica_wide *text, size_t limit) {
    size_t n = 0;
    while (n < limit && text[n]) n++;
    return n;
}

/* So many bytes of a text are read by what copies at most `limit` characters of it. */
static size_t plica_read_of(const plica_wide *text, size_t limit) {
    size_t n = wcsnlen(text, limit);
    return sizeof *text * (n < limit ? n + 1 : n);
}

/* Copies with the end, whose place it returns. */
static plica_wide *plica_copy(const char *function, plica_wide *to, const plica_wide *from) {
    if (__plica_same_object(to, from)) {
        size_t bytes = sizeof *from * (wcslen(from) + 1);
        __plica_check_apart(function, to, bytes, from, bytes);
    }
    for (; (*to = *from); to++) from++;
    return to;
}

static plica_wide *plica_copy_some(const char *function, plica_wide *to, const plica_wide *from, size_t count) {
    if (count && __plica_same_object(to, from))
        __plica_check_apart(function, to, plica_bytes(count), from, plica_read_of(from, count));
    size_t i = 0, n;
    for (; i < count && from[i]; i++) to[i] = from[i];
    for (n = i; i < count; i++) to[i] = 0;
    return to + n;
}

plica_wide *wcscpy(plica_wide *restrict to, const plica_wide *restrict from) {
    plica_copy("wcscpy", to, from);
    return to;
}

plica_wide *wcpcpy(plica_wide *restrict to, const plica_wide *restrict from) { return plica_copy("wcpcpy", to, from); }

plica_wide *wcsncpy(plica_wide *restrict to, const plica_wide *restrict from, size_t count) {
    plica_copy_some("wcsncpy", to, from, count);
    return to;
}

plica_wide *wcpncpy(plica_wide *restrict to, const plica_wide *restrict from, size_t count) {
    return plica_copy_some("wcpncpy", to, from, count);
}

plica_wide *wcscat(plica_wide *restrict to, const plica_wide *restrict from) {
    plica_copy("wcscat", to + wcslen(to), from);
    return to;
}

plica_wide *wcsncat(plica_wide *restrict to, const plica_wide *restrict from, size_t count) {
    plica_wide *end = to + wcslen(to);
    if (count && __plica_same_object(to, from))
        __plica_check_apart("wcsncat", end, sizeof *end * (wcsnlen(from, count) + 1), from, plica_read_of(from, count));
    size_t i = 0;
    for (; i < count && from[i]; i++) end[i] = from[i];
    end[i] = 0;
    return to;
}

/* Where a member array of so many characters is given: see fortify.c. */
void __plica_check_room(const char *function, size_t needed, size_t room);
static void plica_check_text(const char *function, size_t ahead, const plica_wide *text, size_t most, size_t room) {
    if (room > ~(size_t)0 / sizeof *text) return;
    size_t n = wcsnlen(text, most < room ? most : room);
    __plica_check_room(function, sizeof *text * (ahead + n + 1), sizeof *text * room);
}
plica_wide *__wcscpy_chk(plica_wide *to, const plica_wide *from, size_t room) {
    plica_check_text("wcscpy", 0, from, room, room);
    return wcscpy(to, from);
}
plica_wide *__wcscat_chk(plica_wide *to, const plica_wide *from, size_t room) {
    plica_check_text("wcscat", wcsnlen(to, room), from, room, room);
    return wcscat(to, from);
}
plica_wide *__wcsncat_chk(plica_wide *to, const plica_wide *from, size_t count, size_t room) {
    plica_check_text("wcsncat", wcsnlen(to, room), from, count, room);
    return wcsncat(to, from, count);
}

int wcscmp(const plica_wide *a, const plica_wide *b) {
    size_t i = 0;
    while (a[i] == b[i] && a[i]) i++;
    return (a[i] > b[i]) - (a[i] < b[i]);
}

int wcsncmp(const plica_wide *a, const plica_wide *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i]) return a[i] > b[i] ? 1 : -1;
        if (!a[i]) return 0;
    }
    return 0;
}

/* Upper and lower case letters of ASCII are the same. */
static plica_wide plica_lower(plica_wide c) { return c + ((unsigned)c - 'A' < 26u ? 'a' - 'A' : 0); }

int wcscasecmp(const plica_wide *a, const plica_wide *b) {
    size_t i = 0;
    while (plica_lower(a[i]) == plica_lower(b[i]) && a[i]) i++;
    return plica_lower(a[i]) - plica_lower(b[i]);
}

int wcsncasecmp(const plica_wide *a, const plica_wide *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (plica_lower(a[i]) != plica_lower(b[i]) || !a[i]) return plica_lower(a[i]) - plica_lower(b[i]);
    return 0;
}

size_t wcsxfrm(plica_wide *restrict to, const plica_wide *restrict from, size_t count) {
    size_t length = wcslen(from), read = sizeof *from * (length + 1);
    if (count && __plica_same_object(to, from))
        __plica_check_apart("wcsxfrm", to, count > length ? read : plica_bytes(count), from, read);
    for (size_t i = 0; i < count && i <= length; i++) to[i] = from[i];
    return length;
}

int wcscoll(const plica_wide *a, const plica_wide *b) { return wcscmp(a, b); }

plica_wide *wcschr(const plica_wide *text, plica_wide c) {
    for (;; text++) {
        if (*text == c) return (plica_wide *)text;
        if (!*text) return 0;
    }
}

plica_wide *wcsrchr(const plica_wide *text, plica_wide c) {
    const plica_wide *found = 0;
    for (;; text++) {
        if (*text == c) found = text;
        if (!*text) return (plica_wide *)found;
    }
}

plica_wide *wcsstr(const plica_wide *text, const plica_wide *part) {
    size_t length = wcslen(part);
    for (;; text++) {
        if (wcsncmp(text, part, length) == 0) return (plica_wide *)text;
        if (!*text) return 0;
    }
}

plica_wide *wcswcs(const plica_wide *text, const plica_wide *part) { return wcsstr(text, part); }

size_t wcsspn(const plica_wide *text, const plica_wide *set) {
    size_t n = 0;
    while (text[n] && wcschr(set, text[n])) n++;
    return n;
}

size_t wcscspn(const plica_wide *text, const plica_wide *set) {
    size_t n = 0;
    while (text[n] && !wcschr(set, text[n])) n++;
    return n;
}

plica_wide *wcspbrk(const plica_wide *text, const plica_wide *set) {
    text += wcscspn(text, set);
    return *text ? (plica_wide *)text : 0;
}

plica_wide *wcstok(plica_wide *restrict text, const plica_wide *restrict set, plica_wide **restrict rest) {
    if (!text) text = *rest;
    if (!text) return 0;
    text += wcsspn(text, set);
    if (!*text) {
        *rest = 0;
        return 0;
    }
    plica_wide *end = text + wcscspn(text, set);
    *rest = *end ? end + 1 : 0;
    *end = 0;
    return text;
}

plica_wide *wcsdup(const plica_wide *text) {
    size_t size = (wcslen(text) + 1) * sizeof *text;
    plica_wide *copy = malloc(size);
    if (copy) __builtin_memcpy(copy, text, size);
    return copy;
}

plica_wide *wmemset(plica_wide *to, plica_wide c, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = c;
    return to;
}
plica_wide *wmemcpy(plica_wide *restrict to, const plica_wide *restrict from, size_t count) {
    __builtin_memcpy(to, from, plica_bytes(count));
    return to;
}
plica_wide *wmempcpy(plica_wide *restrict to, const plica_wide *restrict from, size_t count) {
    return wmemcpy(to, from, count) + count;
}
plica_wide *wmemmove(plica_wide *to, const plica_wide *from, size_t count) {
    __builtin_memmove(to, from, plica_bytes(count));
    return to;
}
int wmemcmp(const plica_wide *a, const plica_wide *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i]) return a[i] > b[i] ? 1 : -1;
    return 0;
}
plica_wide *wmemchr(const plica_wide *text, plica_wide c, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (text[i] == c) return (plica_wide *)text + i;
    return 0;
}

/* Comparisons with a locale object. */

int wcscoll_l(const plica_wide *a, const plica_wide *b, const struct plica_locale *locale) {
    return plica_in_locale(locale), wcscoll(a, b);
}
size_t wcsxfrm_l(plica_wide *restrict to, const plica_wide *restrict from, size_t n, const struct plica_locale *locale) {
    return plica_in_locale(locale), wcsxfrm(to, from, n);
}
int wcscasecmp_l(const plica_wide *a, const plica_wide *b, const struct plica_locale *locale) {
    return plica_in_locale(locale), wcscasecmp(a, b);
}
int wcsncasecmp_l(const plica_wide *a, const plica_wide *b, size_t count, const struct plica_locale *locale) {
    return plica_in_locale(locale), wcsncasecmp(a, b, count);
}
