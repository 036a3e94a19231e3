//! string.c against the C library, on random short strings over a small alphabet.
#define _GNU_SOURCE
#include <locale.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "tables.h"

size_t model_strlen(const char *), model_strnlen(const char *, size_t);
size_t model_strspn(const char *, const char *), model_strcspn(const char *, const char *);
int model_strcmp(const char *, const char *), model_strncmp(const char *, const char *, size_t);
int model_strcasecmp(const char *, const char *), model_strncasecmp(const char *, const char *, size_t);
int model_memcmp(const void *, const void *, size_t), model_bcmp(const void *, const void *, size_t);
char *model_strchr(const char *, int), *model_strrchr(const char *, int), *model_strchrnul(const char *, int);
char *model_index(const char *, int), *model_rindex(const char *, int);
char *model_strstr(const char *, const char *), *model_strcasestr(const char *, const char *);
char *model_strpbrk(const char *, const char *);
char *model_strcpy(char *, const char *), *model_stpcpy(char *, const char *), *model_strcat(char *, const char *);
char *model_strncpy(char *, const char *, size_t), *model_strncat(char *, const char *, size_t);
char *model_stpncpy(char *, const char *, size_t);
char *model_strdup(const char *), *model_strndup(const char *, size_t);
char *model_strtok(char *, const char *), *model_strtok_r(char *, const char *, char **);
char *model_strsep(char **, const char *);
size_t model_strlcpy(char *, const char *, size_t), model_strlcat(char *, const char *, size_t);
void *model_memchr(const void *, int, size_t), *model_memrchr(const void *, int, size_t);
void *model_rawmemchr(const void *, int), *model_memmem(const void *, size_t, const void *, size_t);
void *model_memccpy(void *, const void *, int, size_t);
void model_bcopy(const void *, void *, size_t), model_bzero(void *, size_t);

LIKE(strverscmp) LIKE(ffs) LIKE(ffsl) LIKE(ffsll) LIKE(swab) LIKE(strcoll) LIKE(strxfrm)
LIKE(strcoll_l) LIKE(strxfrm_l) LIKE(strcasecmp_l) LIKE(strncasecmp_l)
void model_explicit_bzero(void *, size_t);

static void more(void) {
    char *a = random_text("0019ab.", 7), *b = random_text("0019ab.", 7), one[12] = "", two[12] = "";
    size_t n = (size_t)random_below(10);
    long long number = random_number();
    CHECK_FOR(sign_of(model_strverscmp(a, b)) == sign_of(strverscmp(a, b)), a);
    SAME_AS(strcoll, sign_of, a, b);
    locale_t of_c = newlocale(LC_ALL_MASK, "C", NULL);
    SAME_AS(strcoll_l, sign_of, a, b, of_c);
    SAME_AS(strcasecmp_l, sign_of, a, b, of_c);
    SAME_AS(strncasecmp_l, sign_of, a, b, n, of_c);
    CHECK(model_strxfrm_l(one, a, n, of_c) == strxfrm_l(two, a, n, of_c));
    CHECK(model_strxfrm(one, a, n) == strxfrm(two, a, n) && (n <= strlen(a) || strcmp(one, two) == 0));
    CHECK(model_ffs((int)number) == ffs((int)number) && model_ffsl(number) == ffsl(number) && model_ffsll(number) == ffsll(number));
    model_swab(a, one, (ssize_t)strlen(a)), swab(a, two, (ssize_t)strlen(a));
    CHECK(memcmp(one, two, strlen(a) & ~1ul) == 0);
    model_explicit_bzero(one, n), memset(two, 0, n);
    CHECK(memcmp(one, two, n) == 0);
    free(a), free(b);
}

static int sign(int n) { return (n > 0) - (n < 0); }

/* A string of its own exact size, so that the sanitizer sees every read behind its end. */
static char *text(int longest) {
    static const char alphabet[] = "aAbBzZ@[`{ \x80\xff";
    int n = random_below(longest + 1), letters = 1 + random_below((int)sizeof alphabet - 1);
    char *s = malloc((size_t)n + 1);
    for (int i = 0; i < n; i++) s[i] = alphabet[random_below(letters)];
    s[n] = 0;
    return s;
}

static void compare_and_search(const char *a, const char *b, int c, size_t n) {
    size_t la = strlen(a), lb = strlen(b), shorter = la < lb ? la : lb;
    CHECK(model_strlen(a) == la);
    CHECK(model_strnlen(a, n) == strnlen(a, n));
    CHECK(sign(model_strcmp(a, b)) == sign(strcmp(a, b)));
    CHECK(sign(model_strncmp(a, b, n)) == sign(strncmp(a, b, n)));
    CHECK(sign(model_strcasecmp(a, b)) == sign(strcasecmp(a, b)));
    CHECK(sign(model_strncasecmp(a, b, n)) == sign(strncasecmp(a, b, n)));
    CHECK(sign(model_memcmp(a, b, shorter)) == sign(memcmp(a, b, shorter)));
    CHECK(!model_bcmp(a, b, shorter) == !memcmp(a, b, shorter));
    CHECK(model_strchr(a, c) == strchr(a, c));
    CHECK(model_strchr(a, 0) == a + la);
    CHECK(model_index(a, c) == strchr(a, c));
    CHECK(model_strrchr(a, c) == strrchr(a, c));
    CHECK(model_strrchr(a, 0) == a + la);
    CHECK(model_rindex(a, c) == strrchr(a, c));
    CHECK(model_strchrnul(a, c) == strchrnul(a, c));
    CHECK(model_strspn(a, b) == strspn(a, b));
    CHECK(model_strcspn(a, b) == strcspn(a, b));
    CHECK(model_strpbrk(a, b) == strpbrk(a, b));
    CHECK(model_strstr(a, b) == strstr(a, b));
    CHECK(model_strcasestr(a, b) == strcasestr(a, b));
    CHECK(model_memchr(a, c, la) == memchr(a, c, la));
    CHECK(model_memrchr(a, c, la) == memrchr(a, c, la));
    CHECK(model_rawmemchr(a, 0) == a + la);
    CHECK(model_memmem(a, la, b, lb) == memmem(a, la, b, lb));
}

enum { ROOM = 64 };

/* Runs `model` and `library` on two equal buffers called `x` and compares buffers and offset of the result. */
#define BOTH(model, library)                                                                                           \
    do {                                                                                                               \
        char one[ROOM], two[ROOM], *x, *p, *q;                                                                         \
        memset(one, '#', ROOM);                                                                                        \
        memset(two, '#', ROOM);                                                                                        \
        strcpy(one, a);                                                                                                \
        strcpy(two, a);                                                                                                \
        x = one;                                                                                                       \
        p = (char *)(model);                                                                                           \
        x = two;                                                                                                       \
        q = (char *)(library);                                                                                         \
        CHECK((p ? p - one : -1) == (q ? q - two : -1));                                                               \
        CHECK(memcmp(one, two, ROOM) == 0);                                                                            \
    } while (0)

static void copy(const char *a, const char *b, int c, size_t n) {
    size_t lb = strlen(b), m = n < lb ? n : lb;
    BOTH(model_strcpy(x, b), strcpy(x, b));
    BOTH(model_stpcpy(x, b), stpcpy(x, b));
    BOTH(model_strncpy(x, b, n), strncpy(x, b, n));
    BOTH(model_stpncpy(x, b, n), stpncpy(x, b, n));
    BOTH(model_strcat(x, b), strcat(x, b));
    BOTH(model_strncat(x, b, n), strncat(x, b, n));
    BOTH(model_memccpy(x, b, c, m), memccpy(x, b, c, m));
    BOTH((model_bcopy(x, x + 1, m), x), (memmove(x + 1, x, m), x));
    BOTH((model_bzero(x, n), x), (memset(x, 0, n), x));
    /* strlcpy is younger than some of the C libraries: it is snprintf by definition. */
    char one[ROOM], two[ROOM];
    memset(one, '#', ROOM);
    memset(two, '#', ROOM);
    CHECK(model_strlcpy(one, b, n) == lb);
    if (n) snprintf(two, n, "%s", b);
    CHECK(memcmp(one, two, ROOM) == 0);
    strcpy(one, a);
    CHECK(model_strlcat(one, b, ROOM) == strlen(a) + lb);
    CHECK(strlen(one) == strlen(a) + lb && memcmp(one + strlen(a), b, lb) == 0);
    char *d = model_strdup(b), *e = model_strndup(b, n), *f = strndup(b, n);
    CHECK(strcmp(d, b) == 0);
    CHECK(strcmp(e, f) == 0);
    free(d);
    free(e);
    free(f);
}

static void tokens(const char *a, const char *delimiters) {
    char *one = strdup(a), *two = strdup(a), *three = strdup(a), *four = strdup(a), *five = strdup(a);
    char *rest_one, *rest_two, *rest_four = four, *rest_five = five;
    char *p = model_strtok_r(one, delimiters, &rest_one), *q = strtok_r(two, delimiters, &rest_two);
    char *r = model_strtok(three, delimiters);
    for (int i = 0; i < 20; i++) {
        CHECK((p ? p - one : -1) == (q ? q - two : -1));
        CHECK((r ? r - three : -1) == (q ? q - two : -1));
        if (!p || !q || !r) break;
        CHECK(strcmp(p, q) == 0 && strcmp(r, q) == 0);
        p = model_strtok_r(NULL, delimiters, &rest_one);
        q = strtok_r(NULL, delimiters, &rest_two);
        r = model_strtok(NULL, delimiters);
    }
    for (int i = 0; i < 20; i++) {
        p = model_strsep(&rest_four, delimiters);
        q = strsep(&rest_five, delimiters);
        CHECK((p ? p - four : -1) == (q ? q - five : -1));
        if (!p || !q) break;
        CHECK(strcmp(p, q) == 0);
    }
    free(one);
    free(two);
    free(three);
    free(four);
    free(five);
}

int main(void) {
    for (int round = 0; round < 20000; round++) {
        char *a = text(12), *b = text(round % 2 ? 12 : 3);
        int c = random_below(3) ? "aAbBzZ@[`{ "[random_below(11)] : random_below(512) - 128;
        size_t n = (size_t)random_below(16);
        compare_and_search(a, b, c, n);
        copy(a, b, c, n);
        tokens(a, b);
        more();
        free(a);
        free(b);
    }
    return check_result();
}
