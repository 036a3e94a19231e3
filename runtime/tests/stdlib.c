//! stdlib.c against the C library: numbers from text, sorting, searching.
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "tables.h"

/* The memory that the models never lack. */
void *plica_allocate(size_t size) { return malloc(size); }

long model_strtol(const char *, char **, int);
long long model_strtoll(const char *, char **, int);
unsigned long model_strtoul(const char *, char **, int);
unsigned long long model_strtoull(const char *, char **, int);
int model_atoi(const char *), model_abs(int);
long model_atol(const char *), model_labs(long);
long long model_atoll(const char *);
div_t model_div(int, int);
ldiv_t model_ldiv(long, long);
lldiv_t model_lldiv(long long, long long);
int *model___errno_location(void);
void *model_bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void model_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void model_qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);

static void number(const char *s, int base) {
    char *one = NULL, *two = NULL;
    int valid = base == 0 || (base >= 2 && base <= 36); /* else the end is left as it was, but not under a sanitizer */
#define COMPARE(name)                                                                                                  \
    errno = *model___errno_location() = 0;                                                                             \
    CHECK_FOR(model_##name(s, &one, base) == name(s, &two, base), s);                                                  \
    CHECK_FOR(!valid || one == two, s);                                                                                \
    CHECK_FOR(*model___errno_location() == errno, s)
    COMPARE(strtol);
    COMPARE(strtoll);
    COMPARE(strtoul);
    COMPARE(strtoull);
#undef COMPARE
    CHECK_FOR(model_atoi(s) == atoi(s), s);
    CHECK_FOR(model_atol(s) == atol(s), s);
    CHECK_FOR(model_atoll(s) == atoll(s), s);
}

static void numbers(void) {
    static const char *fixed[] = {"",     "-",    "+",        "0",  "-0",   "0x",  "0xg", "0X1f", "-0x1f", "08",    "  \t\n42z",
                                  "+-1",  "0x0x", "z",        "Z",  "@",    "`",   "[",   "{",    "10/",   "10:",   "1 2",
                                  "-007", "0-1",  " + 1",     "\v\f\r7", "2147483647", "2147483648", "-2147483649",
                                  "9223372036854775807", "9223372036854775808", "-9223372036854775808",
                                  "-9223372036854775809", "18446744073709551615", "18446744073709551616",
                                  "-18446744073709551615", "-18446744073709551616", "99999999999999999999999999999999",
                                  "7777777777777777777777", "ffffffffffffffff", "3w5e11264sgsf", "3w5e11264sgsg",
                                  "1y2p0ij32e8e7", "1y2p0ij32e8e8"};
    static const int bases[] = {0, 2, 3, 8, 10, 11, 16, 35, 36, 1, -1, 37};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        for (size_t j = 0; j < sizeof bases / sizeof *bases; j++) {
            char *copy = strdup(fixed[i]);
            number(copy, bases[j]);
            free(copy);
        }
    for (int round = 0; round < 50000; round++) {
        char s[80], *copy;
        int n = sprintf(s, round % 3 == 0 ? "%llo" : round % 3 == 1 ? "%lld" : "0x%llx", random_number());
        if (random_below(4) == 0) sprintf(s + n, "%c", random_below(256));
        copy = strdup(s);
        number(copy, bases[random_below(9)]);
        free(copy);
    }
}

struct pair { short key, place; char more[3]; };
static int by_key(const void *a, const void *b) { return ((const struct pair *)a)->key - ((const struct pair *)b)->key; }
static int by_key_with(const void *a, const void *b, void *calls) { return ++*(int *)calls, by_key(a, b); }

static void sorting(void) {
    for (int round = 0; round < 3000; round++) {
        int n = random_below(round % 10 ? 9 : 70), calls = 0;
        struct pair *one = malloc(sizeof *one * (size_t)n), *two = malloc(sizeof *two * (size_t)n);
        struct pair *three = malloc(sizeof *three * (size_t)n), key = {(short)random_below(8), 0, {0}};
        memset(one, 0, sizeof *one * (size_t)n);
        for (int i = 0; i < n; i++) one[i].key = (short)random_below(8), one[i].place = (short)i;
        memcpy(two, one, sizeof *one * (size_t)n);
        memcpy(three, one, sizeof *one * (size_t)n);
        model_qsort(one, (size_t)n, sizeof *one, by_key);
        model_qsort_r(three, (size_t)n, sizeof *three, by_key_with, &calls);
        /* The reference is a stable insertion sort. */
        for (int i = 1; i < n; i++)
            for (int j = i; j > 0 && by_key(&two[j - 1], &two[j]) > 0; j--) {
                struct pair held = two[j];
                two[j] = two[j - 1];
                two[j - 1] = held;
            }
        for (int i = 0; i < n; i++) {
            CHECK(one[i].key == two[i].key && one[i].place == two[i].place);
            CHECK(three[i].key == two[i].key && three[i].place == two[i].place);
        }
        CHECK(n < 2 || calls >= n - 1);
        CHECK(model_bsearch(&key, one, (size_t)n, sizeof *one, by_key) == bsearch(&key, one, (size_t)n, sizeof *one, by_key));
        free(one);
        free(two);
        free(three);
    }
}

static void arithmetic(void) {
    for (int round = 0; round < 10000; round++) {
        long long a = random_number(), b = random_number();
        int i = (int)a, j = (int)b;
        if (i != -2147483647 - 1) CHECK(model_abs(i) == abs(i));
        if (a != -9223372036854775807 - 1) CHECK(model_labs(a) == labs(a));
        if (j && !(j == -1 && i == -2147483647 - 1)) {
            CHECK(model_div(i, j).quot == i / j && model_div(i, j).rem == i % j);
        }
        if (b && !(b == -1 && a == -9223372036854775807 - 1)) {
            CHECK(model_ldiv(a, b).quot == a / b && model_ldiv(a, b).rem == a % b);
            CHECK(model_lldiv(a, b).quot == a / b && model_lldiv(a, b).rem == a % b);
        }
    }
}

LIKE(a64l) LIKE(l64a) LIKE(getsubopt) LIKE(imaxabs) LIKE(imaxdiv) LIKE(llabs) LIKE(strtoimax) LIKE(strtoumax)

static void texts(void) {
    char *text = random_text("./09AZaz!", 8), *end, *other;
    long n = (long)random_number(), m = (long)random_number();
    CHECK_FOR(model_a64l(text) == a64l(text), text);
    CHECK(strcmp(model_l64a(n), l64a(n)) == 0);
    CHECK_FOR(model_strtoimax(text, &end, 0) == strtoimax(text, &other, 0) && end == other, text);
    CHECK_FOR(model_strtoumax(text, &end, 16) == strtoumax(text, &other, 16) && end == other, text);
    if (n != INT64_MIN) CHECK(model_imaxabs(n) == imaxabs(n) && model_llabs(n) == llabs(n));
    if (m && !(m == -1 && n == INT64_MIN)) CHECK(model_imaxdiv(n, m).quot == n / m && model_imaxdiv(n, m).rem == n % m);
    free(text);
    char *const names[] = {"a", "ab", "=", NULL};
    char *one = random_text("aab=,,", 9), *two = strdup(one), *rest = one, *same = two, *value = NULL, *equal = NULL;
    while (*rest) {
        CHECK(model_getsubopt(&rest, names, &value) == getsubopt(&same, names, &equal));
        CHECK(rest - one == same - two && !value == !equal && (!value || strcmp(value, equal) == 0));
    }
    free(one), free(two);
}

int __plica_decimal(const char *text, long *to, int *used) { return (void)text, (void)to, (void)used, 0; }

int main(void) {
    numbers();
    sorting();
    arithmetic();
    for (int round = 0; round < 20000; round++) texts();
    return check_result();
}
