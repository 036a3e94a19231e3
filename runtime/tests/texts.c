//! texts.c against the C library: every number that has a text, and some that have none.
#define _GNU_SOURCE
#include <locale.h>
#include <string.h>
#include "check.h"

char *model_strerror_l(int, locale_t);
char *model_strerror(int), *model_strerror_r(int, char *, size_t), *model_strsignal(int);
int model___xpg_strerror_r(int, char *, size_t), __xpg_strerror_r(int, char *, size_t);
char *strsignal(int), *gnu_strerror_r(int, char *, size_t) __asm__("strerror_r");

int main(void) {
    locale_t of_c = newlocale(LC_ALL_MASK, "C", NULL);
    for (int i = -200; i < 400; i++) {
        int n = i < 200 ? i : (int)random_bits();
        char a[64], b[64];
        size_t size = (size_t)random_below(50);
        memset(a, 7, sizeof a), memset(b, 7, sizeof b);
        CHECK(strcmp(model_strerror(n), strerror(n)) == 0 && strcmp(model_strsignal(n), strsignal(n)) == 0);
        CHECK(strcmp(model_strerror_l(n, of_c), strerror(n)) == 0);
        int one = model___xpg_strerror_r(n, a, size), two = __xpg_strerror_r(n, b, size);
        /* A text that does not fit is ERANGE; whether an unknown number goes before that differs. */
        CHECK(one == two || (one && two));
        CHECK(memcmp(a, b, sizeof a) == 0);
        if (size) CHECK(strcmp(model_strerror_r(n, a, size), gnu_strerror_r(n, b, size)) == 0);
    }
    return check_result();
}
