// verdict: holds
// Locale objects of the "C" locale, and functions that take one.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>
#include "plica.h"

int main(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0), own = duplocale(LC_GLOBAL_LOCALE);
    int x = plica_range(0, 256, "x");
    plica_assert(!isalpha_l(x, c) == !isalpha(x) && toupper_l(x, own) == toupper(x));
    plica_assert(!iswdigit_l(x, own) == !iswdigit(x) && (towlower)(x) == towlower_l(x, c));
    char text[2] = {(char)x, 0};
    plica_assert(strcoll_l(text, "m", c) == strcmp(text, "m") && !strcasecmp_l("Ab", "aB", own));
    locale_t before = uselocale(own);
    plica_assert(before == LC_GLOBAL_LOCALE && uselocale(before) == own);
    errno = 0;
    plica_assert(!newlocale(LC_ALL_MASK, "klingon", (locale_t)0) && errno == ENOENT);
    plica_assert(!newlocale(1 << 30, "C", (locale_t)0) && errno == EINVAL);
    struct tm day = {.tm_year = 101, .tm_mday = 9};
    char out[16];
    plica_assert(strftime_l(out, sizeof out, "%F", &day, c) == 10 && !strcmp(out, "2001-01-09"));
    freelocale(own);
    freelocale(c);
    return 0;
}
