//! The functions of <string.h> and <strings.h>, but for memcpy, mempcpy, memmove and memset, which the executor does
//! itself.
//!
//! Written for symbolic execution: at most one branch a character, and none where a result can be a term instead
//! (memcmp compares without branching). Oblivious to locales other than "C". Invariant: reads exactly what the C
//! standard allows a function to read, so that a fault in a caller's string shows as a fault here; uses no header.

#include "locales.h"

typedef __SIZE_TYPE__ size_t;

void *malloc(size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);

/* Copying between places that overlap is undefined, and an error. They can overlap only within one object, so nowhere
   else is it looked how much is to be copied. `written` and `read` are numbers of bytes. */
int __plica_same_object(const void *a, const void *b);
void __plica_check_apart(const char *function, const void *to, size_t written, const void *from, size_t read);

/* Lower case of an ASCII letter, by arithmetic, so that a symbolic character costs no branch. */
static int plica_lower(int c) { return c + (((unsigned)c - 'A' < 26u) << 5); }

/* Whether `c` is one of the characters of `set`; the terminator does not count. */
static int plica_in_set(char c, const char *set) {
    int found = 0;
    for (; *set; set++) found |= *set == c;
    return found;
}

/* Lengths. */

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

size_t strnlen(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n]) n++;
    return n;
}

/* Copies. */

char *stpcpy(char *restrict to, const char *restrict from) {
    if (__plica_same_object(to, from)) {
        size_t n = strlen(from) + 1;
        __plica_check_apart("stpcpy", to, n, from, n);
    }
    for (; (*to = *from); to++) from++;
    return to;
}

char *strcpy(char *restrict to, const char *restrict from) {
    if (__plica_same_object(to, from)) {
        size_t n = strlen(from) + 1;
        __plica_check_apart("strcpy", to, n, from, n);
    }
    size_t i = 0;
    while ((to[i] = from[i])) i++;
    return to;
}

/* So many bytes of a text are read by what copies at most `limit` of it. */
static size_t plica_read_of(const char *s, size_t limit) {
    size_t n = strnlen(s, limit);
    return n < limit ? n + 1 : n;
}

static char *plica_copy(const char *function, char *to, const char *from, size_t n) {
    if (n && __plica_same_object(to, from)) __plica_check_apart(function, to, n, from, plica_read_of(from, n));
    size_t i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    if (i < n) memset(to + i, 0, n - i);
    return to + i;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) { return plica_copy("stpncpy", to, from, n); }

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
    plica_copy("strncpy", to, from, n);
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    char *end = to + strlen(to);
    if (__plica_same_object(to, from)) {
        size_t n = strlen(from) + 1;
        __plica_check_apart("strcat", end, n, from, n);
    }
    size_t i = 0;
    while ((end[i] = from[i])) i++;
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
    char *end = to + strlen(to);
    if (n && __plica_same_object(to, from))
        __plica_check_apart("strncat", end, strnlen(from, n) + 1, from, plica_read_of(from, n));
    size_t i = 0;
    for (; i < n && from[i]; i++) end[i] = from[i];
    end[i] = 0;
    return to;
}

static size_t plica_copy_within(const char *function, char *to, const char *from, size_t size) {
    size_t n = strlen(from);
    if (size) {
        size_t copied = n < size ? n : size - 1;
        if (__plica_same_object(to, from)) __plica_check_apart(function, to, copied + 1, from, n + 1);
        memcpy(to, from, copied);
        to[copied] = 0;
    }
    return n;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
    return plica_copy_within("strlcpy", to, from, size);
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
    size_t n = strnlen(to, size);
    if (n == size) return n + strlen(from);
    return n + plica_copy_within("strlcat", to + n, from, size - n);
}

char *strdup(const char *s) {
    size_t n = strlen(s) + 1;
    char *copy = malloc(n);
    if (copy) memcpy(copy, s, n);
    return copy;
}

char *strndup(const char *s, size_t limit) {
    size_t n = strnlen(s, limit);
    char *copy = malloc(n + 1);
    if (!copy) return copy;
    memcpy(copy, s, n);
    copy[n] = 0;
    return copy;
}

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (n && __plica_same_object(to, from)) {
        size_t read = 0;
        while (read < n && f[read++] != (unsigned char)byte) {}
        __plica_check_apart("memccpy", to, read, from, read);
    }
    for (size_t i = 0; i < n; i++) {
        t[i] = f[i];
        if (f[i] == (unsigned char)byte) return t + i + 1;
    }
    return 0;
}

void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }

void bzero(void *to, size_t n) { memset(to, 0, n); }

void explicit_bzero(void *to, size_t n) { memset(to, 0, n); }

/* Comparisons. */

int strcmp(const char *a, const char *b) {
    for (size_t i = 0;; i++) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if ((x != y) | (x == 0)) return x - y;
    }
}

int strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if ((x != y) | (x == 0)) return x - y;
    }
    return 0;
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

size_t strxfrm(char *restrict to, const char *restrict from, size_t n) { return strlcpy(to, from, n); }

int strcasecmp(const char *a, const char *b) {
    for (size_t i = 0;; i++) {
        int x = plica_lower((unsigned char)a[i]), y = plica_lower((unsigned char)b[i]);
        if ((x != y) | (x == 0)) return x - y;
    }
}

int strncasecmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int x = plica_lower((unsigned char)a[i]), y = plica_lower((unsigned char)b[i]);
        if ((x != y) | (x == 0)) return x - y;
    }
    return 0;
}

/* From the last byte to the first, each difference replacing the ones behind it: no branch on the data. */
int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    int result = 0;
    while (n--) {
        int difference = x[n] - y[n];
        int differs = -(difference != 0);
        result = (difference & differs) | (result & ~differs);
    }
    return result;
}

int bcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    int differs = 0;
    for (size_t i = 0; i < n; i++) differs |= x[i] ^ y[i];
    return differs;
}

/* Searches. */

void *memchr(const void *s, int byte, size_t n) {
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)byte) return (void *)(p + i);
    return 0;
}

void *rawmemchr(const void *s, int byte) {
    const unsigned char *p = s;
    while (*p != (unsigned char)byte) p++;
    return (void *)p;
}

void *memrchr(const void *s, int byte, size_t n) {
    const unsigned char *p = s;
    while (n--)
        if (p[n] == (unsigned char)byte) return (void *)(p + n);
    return 0;
}

char *strchrnul(const char *s, int c) {
    while ((*s != (char)c) & (*s != 0)) s++;
    return (char *)s;
}

char *strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c) return (char *)s;
        if (!*s) return 0;
    }
}

char *index(const char *s, int c) { return strchr(s, c); }

char *strrchr(const char *s, int c) {
    const char *found = 0;
    for (;; s++) {
        if (*s == (char)c) found = s;
        if (!*s) return (char *)found;
    }
}

char *rindex(const char *s, int c) { return strrchr(s, c); }

size_t strspn(const char *s, const char *accept) {
    size_t n = 0;
    while (plica_in_set(s[n], accept)) n++;
    return n;
}

size_t strcspn(const char *s, const char *reject) {
    size_t n = 0;
    while (!((s[n] == 0) | plica_in_set(s[n], reject))) n++;
    return n;
}

char *strpbrk(const char *s, const char *accept) {
    s += strcspn(s, accept);
    return *s ? (char *)s : 0;
}

void *memmem(const void *hay, size_t n, const void *needle, size_t m) {
    const char *h = hay;
    for (size_t i = 0; m <= n && i <= n - m; i++)
        if (bcmp(h + i, needle, m) == 0) return (void *)(h + i);
    return 0;
}

char *strstr(const char *hay, const char *needle) {
    size_t m = strlen(needle);
    return m ? memmem(hay, strlen(hay), needle, m) : (char *)hay;
}

char *strcasestr(const char *hay, const char *needle) {
    size_t m = strlen(needle), n = strlen(hay);
    for (size_t i = 0; m <= n && i <= n - m; i++)
        if (strncasecmp(hay + i, needle, m) == 0) return (char *)hay + i;
    return 0;
}

/* Tokens. */

char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
    if (!s) s = *rest;
    s += strspn(s, delimiters);
    if (!*s) {
        *rest = s;
        return 0;
    }
    char *end = s + strcspn(s, delimiters);
    if (*end) *end++ = 0;
    *rest = end;
    return s;
}

/* Before the first text there is none to go on with. */
static char *plica_strtok_rest;

char *strtok(char *restrict s, const char *restrict delimiters) { return strtok_r(s, delimiters, &plica_strtok_rest); }

char *strsep(char **restrict s, const char *restrict delimiters) {
    char *token = *s;
    if (!token) return 0;
    char *end = token + strcspn(token, delimiters);
    if (*end) {
        *end = 0;
        *s = end + 1;
    } else {
        *s = 0;
    }
    return token;
}

/* Versions: digits are numbers, and those that begin with a zero are fractions, ahead of the others. */
int strverscmp(const char *a, const char *b) {
    const unsigned char *s = (const unsigned char *)a, *t = (const unsigned char *)b;
    size_t i = 0, digits = 0;
    int zeros = 1;
    for (; s[i] == t[i]; i++) {
        unsigned c = s[i];
        if (!c) return 0;
        if (c - '0' >= 10u) digits = i + 1, zeros = 1;
        else if (c != '0') zeros = 0;
    }
    if (s[digits] - '1' < 9u && t[digits] - '1' < 9u) {
        /* Two numbers: the one with more digits is greater. */
        size_t end = i;
        for (; s[end] - '0' < 10u; end++)
            if (t[end] - '0' >= 10u) return 1;
        if (t[end] - '0' < 10u) return -1;
    } else if (zeros && digits < i && (s[i] - '0' < 10u || t[i] - '0' < 10u)) {
        return (int)(unsigned char)(s[i] - '0') - (int)(unsigned char)(t[i] - '0');
    }
    return s[i] - t[i];
}

/* The first bit that is set, counted from 1. */
int ffs(int n) { return n ? __builtin_ctz((unsigned)n) + 1 : 0; }
int ffsl(long n) { return n ? __builtin_ctzl((unsigned long)n) + 1 : 0; }
int ffsll(long long n) { return ffsl(n); }

/* Pairs of bytes change places; an odd one at the end is left out. */
void swab(const void *restrict from, void *restrict to, long size) {
    const char *source = from;
    char *target = to;
    size_t moved = size > 1 ? (size_t)size & ~1ul : 0;
    if (moved && __plica_same_object(to, from)) __plica_check_apart("swab", to, moved, from, moved);
    for (long i = 0; i + 1 < size; i += 2) {
        char first = source[i];
        target[i] = source[i + 1];
        target[i + 1] = first;
    }
}

/* Comparisons with a locale object. */

int strcoll_l(const char *a, const char *b, const struct plica_locale *l) { return plica_in_locale(l), strcoll(a, b); }
size_t strxfrm_l(char *restrict to, const char *restrict from, size_t n, const struct plica_locale *locale) {
    return plica_in_locale(locale), strxfrm(to, from, n);
}
int strcasecmp_l(const char *a, const char *b, const struct plica_locale *locale) {
    return plica_in_locale(locale), strcasecmp(a, b);
}
int strncasecmp_l(const char *a, const char *b, size_t n, const struct plica_locale *locale) {
    return plica_in_locale(locale), strncasecmp(a, b, n);
}
