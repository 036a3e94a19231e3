//! ctype.c against the C library: every class and table, for every argument that is defined.
#define __NO_CTYPE
#define _GNU_SOURCE
#include <ctype.h>
#include <locale.h>
#include "check.h"

#define EACH(f)                                                                                                        \
    f(isalnum) f(isalpha) f(isblank) f(iscntrl) f(isdigit) f(isgraph) f(islower) f(isprint) f(ispunct) f(isspace)      \
        f(isupper) f(isxdigit)
#define DECLARE(name) int model_##name(int);
#define COMPARE(name) CHECK(model_##name(c) == name(c));
EACH(DECLARE)
#define EACH_LOCALISED(f)                                                                                              \
    f(isalnum_l) f(isalpha_l) f(isblank_l) f(iscntrl_l) f(isdigit_l) f(isgraph_l) f(islower_l) f(isprint_l)            \
        f(ispunct_l) f(isspace_l) f(isupper_l) f(isxdigit_l)
#define DECLARE_LOCALISED(name) int model_##name(int, locale_t);
#define COMPARE_LOCALISED(name) CHECK(model_##name(c, of_c) == name(c, of_c));
EACH_LOCALISED(DECLARE_LOCALISED)
int model_tolower_l(int, locale_t), model_toupper_l(int, locale_t);
int model__tolower(int), model__toupper(int);
int model_tolower(int), model_toupper(int), model_isascii(int), model_toascii(int);
const unsigned short **model___ctype_b_loc(void);
const int **model___ctype_tolower_loc(void), **model___ctype_toupper_loc(void);

int main(void) {
    locale_t of_c = newlocale(LC_ALL_MASK, "C", NULL);
    for (int c = -1; c < 256; c++) {
        EACH(COMPARE)
        EACH_LOCALISED(COMPARE_LOCALISED)
        CHECK(model_tolower_l(c, of_c) == tolower_l(c, of_c) && model_toupper_l(c, of_c) == toupper_l(c, of_c));
        CHECK(model_tolower(c) == tolower(c));
        CHECK(model_toupper(c) == toupper(c));
        if (isupper(c)) CHECK(model__tolower(c) == tolower(c));
        if (islower(c)) CHECK(model__toupper(c) == toupper(c));
        CHECK(!model_isascii(c) == !isascii(c));
        CHECK(model_toascii(c) == toascii(c));
    }
    for (int c = -128; c < 256; c++) {
        CHECK((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c]);
        CHECK((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c]);
        CHECK((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c]);
    }
    return check_result();
}
