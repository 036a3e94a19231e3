// verdict: holds
// The conventions of "C": there is a decimal point, and nothing else.
#include <limits.h>
#include <locale.h>
#include <string.h>
#include "plica.h"

int main(void) {
    plica_assert(setlocale(LC_ALL, "") != NULL);
    const struct lconv *conventions = localeconv();
    plica_assert(!strcmp(conventions->decimal_point, ".") && !*conventions->thousands_sep && !*conventions->grouping);
    plica_assert(!*conventions->negative_sign && conventions->frac_digits == CHAR_MAX);
    plica_assert(conventions->int_n_sign_posn == CHAR_MAX);
    return 0;
}
