//! Locale objects: newlocale, duplocale, freelocale, uselocale.
//!
//! Those of the names "C" and "POSIX" are one object that nobody frees, as in glibc; others are blocks of their own.
//! Oblivious to what the functions do that take one. Invariant: every object is one of the locale "C".

#include "locales.h"

typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void free(void *block);
int *__errno_location(void);
const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void), **__ctype_toupper_loc(void);
void plica_system_premise(const char *what);

#define PLICA_GLOBAL ((struct plica_locale *)-1)
/* LC_ALL_MASK: the categories 0 to 12 but for 6, which is LC_ALL. */
#define PLICA_CATEGORIES 0x1fbf

static struct plica_locale plica_of_c;
static struct plica_locale *plica_used = PLICA_GLOBAL;

static struct plica_locale *plica_set(struct plica_locale *to) {
    if (!to) return 0;
    for (int i = 0; i < 13; i++) to->names[i] = "C", to->data[i] = 0;
    to->classes = *__ctype_b_loc();
    to->lower = *__ctype_tolower_loc();
    to->upper = *__ctype_toupper_loc();
    return to;
}

static int plica_is_c(const char *name) {
    if (name[0] == 'C' && !name[1]) return 1;
    const char *posix = "POSIX";
    while (*posix && *name == *posix) name++, posix++;
    return !*name && !*posix;
}

struct plica_locale *newlocale(int categories, const char *name, struct plica_locale *base) {
    if ((categories & ~PLICA_CATEGORIES) || !name) return *__errno_location() = 22, (struct plica_locale *)0;
    if (categories && *name && !plica_is_c(name)) {
        plica_system_premise("newlocale finds no locale but C and POSIX");
        return *__errno_location() = 2, (struct plica_locale *)0;
    }
    if (!*name) plica_system_premise("the environment chooses the locale C");
    /* Whatever is changed in it, it is what it was. */
    if (base) return plica_in_locale(base), base;
    if (*name || !categories) return plica_set(&plica_of_c);
    return plica_set(malloc(sizeof plica_of_c));
}

struct plica_locale *duplocale(struct plica_locale *locale) {
    if (locale == &plica_of_c) return locale;
    if (locale != PLICA_GLOBAL) plica_in_locale(locale);
    return plica_set(malloc(sizeof plica_of_c));
}

void freelocale(struct plica_locale *locale) {
    if (locale != &plica_of_c) plica_in_locale(locale), free(locale);
}

struct plica_locale *uselocale(struct plica_locale *locale) {
    struct plica_locale *before = plica_used;
    if (locale) plica_used = locale;
    return before;
}
