//! Variants of functions that read texts, taken where a member array or a row is given to the plain function: what is
//! read has to end in it.
//!
//! Bounds of whole objects are not theirs. Invariant: each does what the plain one does, but that it is an error to
//! read or write more than there is room for; how far is read depends on what is there, as it does in the plain one.

typedef __SIZE_TYPE__ size_t;
struct tm;

size_t strnlen(const char *s, size_t most);
char *strndup(const char *s, size_t most);
size_t strftime(char *restrict to, size_t most, const char *restrict format, const struct tm *restrict time);
long strtol(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
double strtod(const char *restrict text, char **restrict end);
/* So many bytes have to be within the room that a function has. */
void __plica_check_room(const char *function, size_t needed, size_t room);

/* As in string.c: without a branch. */
static int plica_lower(int c) { return c + (((unsigned)c - 'A' < 26u) << 5); }

size_t __plica_strnlen_chk(const char *s, size_t most, size_t room) {
    for (size_t i = 0; i < most; i++) {
        __plica_check_room("strnlen", i + 1, room);
        if (!s[i]) return i;
    }
    return most;
}

char *__plica_strndup_chk(const char *s, size_t most, size_t room) {
    size_t length = strnlen(s, most < room ? most : room);
    if (most > room) __plica_check_room("strndup", length + 1, room);
    return strndup(s, length);
}

/* Comparisons go as far as the shorter of the two. They are loops of their own, as in string.c, with the check in them:
   to compare first and to look then where that has come to takes twice the branches. */

int __plica_strcmp_chk(const char *a, const char *b, size_t room) {
    for (size_t i = 0;; i++) {
        unsigned char x, y;
        __plica_check_room("strcmp", i + 1, room);
        x = (unsigned char)a[i], y = (unsigned char)b[i];
        if ((x != y) | (x == 0)) return x - y;
    }
}

int __plica_strncmp_chk(const char *a, const char *b, size_t n, size_t room) {
    for (size_t i = 0; i < n; i++) {
        unsigned char x, y;
        __plica_check_room("strncmp", i + 1, room);
        x = (unsigned char)a[i], y = (unsigned char)b[i];
        if ((x != y) | (x == 0)) return x - y;
    }
    return 0;
}

int __plica_strcasecmp_chk(const char *a, const char *b, size_t room) {
    for (size_t i = 0;; i++) {
        int x, y;
        __plica_check_room("strcasecmp", i + 1, room);
        x = plica_lower((unsigned char)a[i]), y = plica_lower((unsigned char)b[i]);
        if ((x != y) | (x == 0)) return x - y;
    }
}

int __plica_strncasecmp_chk(const char *a, const char *b, size_t n, size_t room) {
    for (size_t i = 0; i < n; i++) {
        int x, y;
        __plica_check_room("strncasecmp", i + 1, room);
        x = plica_lower((unsigned char)a[i]), y = plica_lower((unsigned char)b[i]);
        if ((x != y) | (x == 0)) return x - y;
    }
    return 0;
}

char *__plica_strchr_chk(const char *s, int c, size_t room) {
    for (size_t i = 0;; i++) {
        __plica_check_room("strchr", i + 1, room);
        if (s[i] == (char)c) return (char *)s + i;
        if (!s[i]) return 0;
    }
}

void *__plica_memchr_chk(const void *s, int byte, size_t n, size_t room) {
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++) {
        __plica_check_room("memchr", i + 1, room);
        if (p[i] == (unsigned char)byte) return (void *)(p + i);
    }
    return 0;
}

/* What there was no room for has been written. */
size_t __plica_strftime_chk(char *to, size_t most, const char *format, const struct tm *time, size_t room) {
    size_t length = strftime(to, most, format, time);
    if (length) __plica_check_room("strftime", length + 1, room);
    return length;
}

/* Numbers. The character that ends one is read, too. */

long __plica_strtol_chk(const char *text, char **end, int base, size_t room) {
    char *at = 0;
    long number = strtol(text, &at, base);
    /* Where the base is none the end is not told. */
    if (at && at != text) __plica_check_room("strtol", (size_t)(at - text) + 1, room);
    if (at && end) *end = at;
    return number;
}

unsigned long __plica_strtoul_chk(const char *text, char **end, int base, size_t room) {
    char *at = 0;
    unsigned long number = strtoul(text, &at, base);
    /* Where the base is none the end is not told. */
    if (at && at != text) __plica_check_room("strtoul", (size_t)(at - text) + 1, room);
    if (at && end) *end = at;
    return number;
}

double __plica_strtod_chk(const char *text, char **end, size_t room) {
    char *at;
    double number = strtod(text, &at);
    if (at != text) __plica_check_room("strtod", (size_t)(at - text) + 1, room);
    if (end) *end = at;
    return number;
}

long __plica_atol_chk(const char *text, size_t room) {
    char *at;
    long number = strtol(text, &at, 10);
    if (at != text) __plica_check_room("atol", (size_t)(at - text) + 1, room);
    return number;
}

int __plica_atoi_chk(const char *text, size_t room) {
    char *at;
    long number = strtol(text, &at, 10);
    if (at != text) __plica_check_room("atoi", (size_t)(at - text) + 1, room);
    return (int)number;
}

double __plica_atof_chk(const char *text, size_t room) {
    char *at;
    double number = strtod(text, &at);
    if (at != text) __plica_check_room("atof", (size_t)(at - text) + 1, room);
    return number;
}
