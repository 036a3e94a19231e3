// verdict: violated
// error: use-after-free at 12
// error: null-dereference at 13
// A locale object that was freed, or is none.
#define _GNU_SOURCE
#include <locale.h>
#include <wctype.h>
#include "plica.h"

static void use(int which, locale_t freed, locale_t none) {
    if (which == 1)
        iswalpha_l('a', freed);
    if (which == 2) towlower_l('a', newlocale(LC_ALL_MASK, "no such", none));
}

int main(void) {
    locale_t own = duplocale(LC_GLOBAL_LOCALE);
    if (!own) return 0;
    freelocale(own);
    use(plica_int("which"), own, (locale_t)0);
    return 0;
}
