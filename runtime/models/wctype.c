//! Classes of wide characters in the locale "C", where those from 128 on belong to none.

#include "locales.h"

#define PLICA_CLASS(name, condition)                                                                                   \
    int name(unsigned c) { return condition; }

PLICA_CLASS(iswdigit, c - '0' < 10u)
PLICA_CLASS(iswlower, c - 'a' < 26u)
PLICA_CLASS(iswupper, c - 'A' < 26u)
PLICA_CLASS(iswalpha, (c < 128u) & ((c | 32u) - 'a' < 26u))
PLICA_CLASS(iswalnum, iswalpha(c) | iswdigit(c))
PLICA_CLASS(iswspace, (c == ' ') | (c - '\t' < 5u))
PLICA_CLASS(iswblank, (c == ' ') | (c == '\t'))
PLICA_CLASS(iswcntrl, (c < 32u) | (c == 127u))
PLICA_CLASS(iswprint, c - 32u < 95u)
PLICA_CLASS(iswgraph, c - 33u < 94u)
PLICA_CLASS(iswpunct, iswgraph(c) & !iswalnum(c))
PLICA_CLASS(iswxdigit, iswdigit(c) | ((c < 128u) & ((c | 32u) - 'a' < 6u)))

unsigned towlower(unsigned c) { return c + (iswupper(c) ? 32u : 0u); }
unsigned towupper(unsigned c) { return c - (iswlower(c) ? 32u : 0u); }

/* Classes and conversions by name; a number says which. */

static int plica_is(const char *name, const char *what) {
    while (*name && *name == *what) name++, what++;
    return *name == *what;
}

static const char *const plica_classes[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                            "lower", "print", "punct", "space", "upper", "xdigit"};

unsigned long wctype(const char *name) {
    for (unsigned i = 0; i < sizeof plica_classes / sizeof *plica_classes; i++)
        if (plica_is(name, plica_classes[i])) return i + 1;
    return 0;
}

int iswctype(unsigned c, unsigned long class) {
    switch (class) {
    case 1: return iswalnum(c);
    case 2: return iswalpha(c);
    case 3: return iswblank(c);
    case 4: return iswcntrl(c);
    case 5: return iswdigit(c);
    case 6: return iswgraph(c);
    case 7: return iswlower(c);
    case 8: return iswprint(c);
    case 9: return iswpunct(c);
    case 10: return iswspace(c);
    case 11: return iswupper(c);
    case 12: return iswxdigit(c);
    default: return 0;
    }
}

unsigned long wctrans(const char *name) { return plica_is(name, "tolower") ? 1 : plica_is(name, "toupper") ? 2 : 0; }
unsigned towctrans(unsigned c, unsigned long how) { return how == 1 ? towlower(c) : how == 2 ? towupper(c) : c; }

/* How many columns it takes: 1 if it can be printed, 0 for the null character, else -1. */
int wcwidth(int c) { return 2 * iswprint((unsigned)c) - 1 + (c == 0); }

int wcswidth(const int *text, unsigned long most) {
    int width = 0;
    for (unsigned long i = 0; i < most && text[i]; i++) {
        if (wcwidth(text[i]) < 0) return -1;
        width += wcwidth(text[i]);
    }
    return width;
}

/* The same with a locale object. */

#define PLICA_LOCALISED(name)                                                                                          \
    int name##_l(unsigned c, const struct plica_locale *locale) { return plica_in_locale(locale), name(c); }

PLICA_LOCALISED(iswalnum) PLICA_LOCALISED(iswalpha) PLICA_LOCALISED(iswblank) PLICA_LOCALISED(iswcntrl)
PLICA_LOCALISED(iswdigit) PLICA_LOCALISED(iswgraph) PLICA_LOCALISED(iswlower) PLICA_LOCALISED(iswprint)
PLICA_LOCALISED(iswpunct) PLICA_LOCALISED(iswspace) PLICA_LOCALISED(iswupper) PLICA_LOCALISED(iswxdigit)

unsigned towlower_l(unsigned c, const struct plica_locale *locale) { return plica_in_locale(locale), towlower(c); }
unsigned towupper_l(unsigned c, const struct plica_locale *locale) { return plica_in_locale(locale), towupper(c); }
unsigned long wctype_l(const char *name, const struct plica_locale *l) { return plica_in_locale(l), wctype(name); }
unsigned long wctrans_l(const char *name, const struct plica_locale *l) { return plica_in_locale(l), wctrans(name); }
int iswctype_l(unsigned c, unsigned long class, const struct plica_locale *locale) {
    return plica_in_locale(locale), iswctype(c, class);
}
unsigned towctrans_l(unsigned c, unsigned long how, const struct plica_locale *locale) {
    return plica_in_locale(locale), towctrans(c, how);
}
