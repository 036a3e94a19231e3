//! Of <stdlib.h> and <inttypes.h>: numbers from text, integer arithmetic, sorting and searching; and errno.
//!
//! A symbolic digit costs one branch (is it still a digit?), its value is a term; a short decimal text has none, where
//! nobody asks for its end. Oblivious to allocation and to ending the program, which the executor does itself. Invariant:
//! exact as the C standard has it, ERANGE and end pointers included.

typedef __SIZE_TYPE__ size_t;
typedef struct { int quot, rem; } plica_div_t;
typedef struct { long quot, rem; } plica_ldiv_t;
typedef struct { long long quot, rem; } plica_lldiv_t;

void *plica_allocate(size_t size);
void free(void *block);
void *memcpy(void *restrict to, const void *restrict from, size_t n);

#define PLICA_EINVAL 22
#define PLICA_ERANGE 34


int *__errno_location(void);
#define plica_errno (*__errno_location())

/* Numbers from text. */

/* The value of `c` as a digit, 36 and above when it is none; by arithmetic, so that a symbolic character costs no
   branch. */
static unsigned plica_digit(unsigned char c) {
    unsigned decimal = c - (unsigned)'0';
    unsigned letter = (c | 32u) - (unsigned)'a';
    unsigned is_decimal = -(unsigned)(decimal < 10), is_letter = -(unsigned)(letter < 26);
    return (decimal & is_decimal) | ((letter + 10) & is_letter) | (255u & ~is_decimal & ~is_letter);
}

/* Reads a magnitude and a sign. `highest` is the largest magnitude, and `highest + below` the largest behind a minus.
   When it is exceeded *errno is ERANGE, *clamped is set, and the largest magnitude is the result. */
static unsigned long long plica_number(const char *text, char **end, int base, unsigned long long highest, unsigned below,
                                       int *negative, int *clamped) {
    const char *s = text;
    unsigned long long value = 0;
    *negative = *clamped = 0;
    if (base < 0 || base == 1 || base > 36) {
        plica_errno = PLICA_EINVAL;
        return 0;
    }
    if (end) *end = (char *)text;
    while ((*s == ' ') | ((unsigned)*s - '\t' < 5u)) s++;
    if ((*s == '-') | (*s == '+')) *negative = *s++ == '-';
    if ((base == 0 || base == 16) && *s == '0' && (s[1] | 32) == 'x' && plica_digit((unsigned char)s[2]) < 16) {
        s += 2;
        base = 16;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    const char *digits = s;
    unsigned long long limit = highest + (below & -(unsigned)*negative);
    for (;; s++) {
        unsigned digit = plica_digit((unsigned char)*s);
        if (digit >= (unsigned)base) break;
        /* Twelve digits of base 36 fit in 63 bits: only from there on can there be an overflow. */
        if (s - digits >= 12) {
            unsigned long long product;
            *clamped |= __builtin_mul_overflow(value, (unsigned long long)base, &product);
            *clamped |= __builtin_add_overflow(product, (unsigned long long)digit, &value);
        } else {
            value = value * (unsigned long long)base + digit;
        }
    }
    if (s == digits) return 0;
    if (end) *end = (char *)s;
    if (s - digits > 12) *clamped |= value > limit;
    if (*clamped) {
        plica_errno = PLICA_ERANGE;
        return limit;
    }
    return value;
}

/* A short text is one term for the executor: too short to be clamped. Where it ends is a path for each place. */
int __plica_decimal(const char *text, long *to, int *used);

static int plica_short_number(const char *text, char **end, int base, long *value) {
    int used, at = 0;
    if (base != 10 || !__plica_decimal(text, value, &used)) return 0;
    if (end) {
        while (at < used) at++;
        *end = (char *)text + at;
    }
    return 1;
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
    int negative, clamped;
    long whole;
    if (plica_short_number(text, end, base, &whole)) return whole;
    unsigned long long value = plica_number(text, end, base, ~0ull, 0, &negative, &clamped);
    if (clamped) return ~0ull;
    unsigned long long sign = -(unsigned long long)negative;
    return (value ^ sign) - sign;
}

long long strtoll(const char *restrict text, char **restrict end, int base) {
    int negative, clamped;
    long whole;
    if (plica_short_number(text, end, base, &whole)) return whole;
    unsigned long long value = plica_number(text, end, base, ~0ull >> 1, 1, &negative, &clamped);
    unsigned long long sign = -(unsigned long long)negative;
    return (long long)((value ^ sign) - sign);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) { return strtoull(text, end, base); }
long strtol(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
long strtoimax(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
unsigned long strtoumax(const char *restrict text, char **restrict end, int base) { return strtoull(text, end, base); }

/* What newer glibc headers call them. */
long __isoc23_strtol(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
unsigned long __isoc23_strtoul(const char *restrict text, char **restrict end, int base) {
    return strtoull(text, end, base);
}
unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base) {
    return strtoull(text, end, base);
}

long atol(const char *text) { return (long)strtoll(text, 0, 10); }
int atoi(const char *text) { return (int)atol(text); }
long long atoll(const char *text) { return atol(text); }

/* Integer arithmetic. The overflow of the least number is the caller's, as is a division by zero. */

int abs(int n) {
    int sign = n >> 31;
    return (n ^ sign) - sign;
}
long labs(long n) {
    long sign = n >> 63;
    return (n ^ sign) - sign;
}
long long llabs(long long n) { return labs(n); }
long imaxabs(long n) { return labs(n); }

plica_div_t div(int a, int b) { return (plica_div_t){a / b, a % b}; }
plica_ldiv_t ldiv(long a, long b) { return (plica_ldiv_t){a / b, a % b}; }
plica_lldiv_t lldiv(long long a, long long b) { return (plica_lldiv_t){a / b, a % b}; }

struct plica_imaxdiv { long quot, rem; };
struct plica_imaxdiv imaxdiv(long a, long b) { return (struct plica_imaxdiv){a / b, a % b}; }

/* Numbers as digits of base 64, the least first. */

static const char plica_digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

long a64l(const char *text) {
    unsigned long value = 0;
    for (int i = 0; i < 6 && text[i]; i++) {
        unsigned long digit = 0;
        while (plica_digits[digit] && plica_digits[digit] != text[i]) digit++;
        if (digit == 64) break;
        value |= digit << 6 * i;
    }
    return (long)(value & 0xffffffff);
}

char *l64a(long n) {
    static char text[7];
    unsigned left = (unsigned)n;
    int i = 0;
    for (; left; left >>= 6) text[i++] = plica_digits[left & 63];
    text[i] = 0;
    return text;
}

/* One of `name` and `name=value`, with commas between. */
int getsubopt(char **restrict rest, char *const *restrict names, char **restrict value) {
    char *option = *rest, *end = option;
    if (!*option) return -1;
    while (*end && *end != ',') end++;
    *rest = *end ? end + 1 : end;
    *end = 0;
    size_t length = 0;
    while (option[length] && option[length] != '=') length++;
    for (int i = 0; names[i]; i++) {
        size_t n = 0;
        while (n < length && names[i][n] == option[n]) n++;
        if (n < length || names[i][n]) continue;
        *value = option[n] ? option + n + 1 : 0;
        return i;
    }
    *value = option;
    return -1;
}

/* Searching and sorting. */

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0) return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

struct plica_order {
    size_t size;
    int (*plain)(const void *, const void *);
    int (*with_context)(const void *, const void *, void *);
    void *context;
};

static int plica_compare(const struct plica_order *order, const void *a, const void *b) {
    return order->plain ? order->plain(a, b) : order->with_context(a, b, order->context);
}

/* A stable merge sort: what glibc's qsort does whenever it has the memory, so that elements which compare equal end up
   in the order in which a native run leaves them. Elements move whole, by memcpy, and keep the shape of their cells. */
static void plica_merge_sort(char *base, size_t count, const struct plica_order *order, char *spare) {
    if (count < 2) return;
    size_t size = order->size, half = count / 2;
    char *left = base, *right = base + half * size, *to = spare;
    size_t lefts = half, rights = count - half;
    plica_merge_sort(left, lefts, order, spare);
    plica_merge_sort(right, rights, order, spare);
    while (lefts && rights) {
        if (plica_compare(order, left, right) <= 0) {
            memcpy(to, left, size);
            left += size;
            lefts--;
        } else {
            memcpy(to, right, size);
            right += size;
            rights--;
        }
        to += size;
    }
    /* What is left of the right half is in its place already. */
    if (lefts) memcpy(to, left, lefts * size);
    if (count - rights) memcpy(base, spare, (count - rights) * size);
}

static void plica_sort(void *base, size_t count, const struct plica_order *order) {
    if (count < 2 || order->size == 0) return;
    /* Where there is no memory the C library sorts in place. */
    char *spare = plica_allocate(count * order->size);
    plica_merge_sort(base, count, order, spare);
    free(spare);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    struct plica_order order = {size, compare, 0, 0};
    plica_sort(base, count, &order);
}

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
    struct plica_order order = {size, 0, compare, context};
    plica_sort(base, count, &order);
}
