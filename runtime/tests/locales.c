//! locales.c against the C library: which names there are, and that objects are used by the library's own macros.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <string.h>
#include "check.h"
#include "system.h"

locale_t model_newlocale(int, const char *, locale_t), model_duplocale(locale_t), model_uselocale(locale_t);
void model_freelocale(locale_t);
int *model___errno_location(void);

static void compare(int categories, const char *name) {
    errno = *model___errno_location() = 0;
    locale_t real = newlocale(categories, name, NULL), model = model_newlocale(categories, name, NULL);
    CHECK(!real == !model && errno == *model___errno_location());
    if (!model) return;
    for (int c = -1; c < 256; c++) {
        CHECK(__isctype_l(c, _ISalpha, model) == __isctype_l(c, _ISalpha, real));
        CHECK(model->__ctype_toupper[c] == real->__ctype_toupper[c] && model->__ctype_tolower[c] == real->__ctype_tolower[c]);
    }
    for (int i = 0; i < 13; i++)
        if (i != LC_ALL) CHECK(strcmp(model->__names[i], real->__names[i]) == 0);
    locale_t other = model_duplocale(model);
    CHECK(isalpha_l('a', other) && !isalpha_l('1', other));
    locale_t before = model_uselocale(other);
    CHECK(before == LC_GLOBAL_LOCALE && model_uselocale(NULL) == other && model_uselocale(before) == other);
    CHECK(model_newlocale(LC_CTYPE_MASK, "POSIX", other) == other);
    model_freelocale(other);
    if (other != model) model_freelocale(model);
    freelocale(real);
}

int main(void) {
    setenv("LC_ALL", "C", 1);
    compare(LC_ALL_MASK, "C");
    compare(LC_ALL_MASK, "POSIX");
    compare(LC_CTYPE_MASK, "C");
    compare(LC_ALL_MASK, "");
    compare(LC_ALL_MASK, "no-such-locale");
    compare(LC_ALL_MASK, NULL);
    compare(1 << 20, "C");
    compare(0, "C");
    locale_t global = model_duplocale(LC_GLOBAL_LOCALE);
    CHECK(isupper_l('A', global));
    model_freelocale(global);
    return check_result();
}
