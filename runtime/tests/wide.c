//! wide.c, wconvert.c and wctype.c against the C library's.
#define _GNU_SOURCE
#include <inttypes.h>
#include <locale.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>
#include <string.h>
#include "tables.h"
int wcwidth(wchar_t);

size_t model_wcslen(const wchar_t *), model_wcsspn(const wchar_t *, const wchar_t *), model_wcscspn(const wchar_t *, const wchar_t *);
wchar_t *model_wcscpy(wchar_t *, const wchar_t *), *model_wcsncpy(wchar_t *, const wchar_t *, size_t);
wchar_t *model_wcscat(wchar_t *, const wchar_t *), *model_wcsncat(wchar_t *, const wchar_t *, size_t);
wchar_t *model_wcschr(const wchar_t *, wchar_t), *model_wcsrchr(const wchar_t *, wchar_t), *model_wcsstr(const wchar_t *, const wchar_t *);
wchar_t *model_wcstok(wchar_t *, const wchar_t *, wchar_t **), *model_wcspbrk(const wchar_t *, const wchar_t *);
int model_wcscmp(const wchar_t *, const wchar_t *), model_wcsncmp(const wchar_t *, const wchar_t *, size_t);
long model_wcstol(const wchar_t *, wchar_t **, int);
size_t model_mbstowcs(wchar_t *, const char *, size_t), model_wcstombs(char *, const wchar_t *, size_t);
int model_wcwidth(int), model_iswalpha(unsigned), model_iswspace(unsigned), model_iswpunct(unsigned), model_iswxdigit(unsigned), model_iswprint(unsigned);
unsigned model_towupper(unsigned), model_towlower(unsigned);

LIKE(wcpcpy) LIKE(wcpncpy) LIKE(wcscasecmp) LIKE(wcsncasecmp) LIKE(wcscoll) LIKE(wcsdup) LIKE(wcsnlen) LIKE(wcswidth)
LIKE(wcsxfrm) LIKE(wcwidth) LIKE(wmemchr) LIKE(wmemcmp) LIKE(wmemcpy) LIKE(wmempcpy) LIKE(wmemmove) LIKE(wmemset)
LIKE(iswalnum) LIKE(iswblank) LIKE(iswcntrl) LIKE(iswdigit) LIKE(iswgraph) LIKE(iswlower) LIKE(iswupper) LIKE(iswctype)
LIKE(towctrans) LIKE(wctrans) LIKE(wctype) LIKE(btowc) LIKE(wctob) LIKE(mbsinit) LIKE(mblen) LIKE(mbtowc) LIKE(wctomb)
LIKE(mbrlen) LIKE(mbrtowc) LIKE(wcrtomb) LIKE(mbsrtowcs) LIKE(wcsrtombs) LIKE(mbsnrtowcs) LIKE(wcsnrtombs)
LIKE(mbrtoc16) LIKE(mbrtoc32) LIKE(c16rtomb) LIKE(c32rtomb) LIKE(wcstod) LIKE(wcstof) LIKE(wcstold) LIKE(wcstoll) LIKE(wcstoul)
LIKE(wcstoull) LIKE(wcstoimax) LIKE(wcstoumax)
LIKE(wcscoll_l) LIKE(wcsxfrm_l) LIKE(wcscasecmp_l) LIKE(wcsncasecmp_l)
LIKE(iswalnum_l) LIKE(iswalpha_l) LIKE(iswblank_l) LIKE(iswcntrl_l) LIKE(iswdigit_l) LIKE(iswgraph_l) LIKE(iswlower_l)
LIKE(iswprint_l) LIKE(iswpunct_l) LIKE(iswspace_l) LIKE(iswupper_l) LIKE(iswxdigit_l) LIKE(towlower_l) LIKE(towupper_l)
LIKE(iswctype_l) LIKE(wctype_l) LIKE(wctrans_l) LIKE(towctrans_l)
wchar_t *model_wcswcs(const wchar_t *, const wchar_t *);
size_t model___ctype_get_mb_cur_max(void);

void __plica_unknown_conversion(const char *function, const char *conversion, const char *end) { exit(1); }
void plica_unsupported(const char *what) { exit(1); }

/* The rest of wide strings. */
static void more_strings(const wchar_t *a, const wchar_t *b, size_t n) {
    wchar_t c[40] = {0}, d[40] = {0};
    SAME_AS(wcscasecmp, sign_of, a, b);
    SAME_AS(wcsncasecmp, sign_of, a, b, n);
    SAME_AS(wcscoll, sign_of, a, b);
    SAME_AS(wmemcmp, sign_of, a, b, n < 5 ? 1 : 0);
    locale_t of_c = newlocale(LC_ALL_MASK, "C", NULL);
    SAME_AS(wcscasecmp_l, sign_of, a, b, of_c);
    SAME_AS(wcsncasecmp_l, sign_of, a, b, n, of_c);
    SAME_AS(wcscoll_l, sign_of, a, b, of_c);
    CHECK(model_wcsxfrm_l(c, a, n, of_c) == wcsxfrm_l(d, a, n, of_c) && (n <= wcslen(a) || wcscmp(c, d) == 0));
    CHECK(model_wcsnlen(a, n) == wcsnlen(a, n) && model_wcswidth(a, n) == wcswidth(a, n) && model_wcwidth(a[0]) == wcwidth(a[0]));
    CHECK(model_wcswcs(a, b) == wcsstr(a, b));
    CHECK(model_wmemchr(a, b[0], wcslen(a)) == wmemchr(a, b[0], wcslen(a)));
    CHECK(model_wcpcpy(c, a) - c == wcpcpy(d, a) - d && model_wcpncpy(c + 20, b, n) - c == wcpncpy(d + 20, b, n) - d);
    CHECK(wmemcmp(c, d, 40) == 0);
    CHECK(model_wcsxfrm(c, a, n) == wcsxfrm(d, a, n) && (n <= wcslen(a) || wcscmp(c, d) == 0));
    model_wmemset(c, a[0], n), wmemset(d, a[0], n), model_wmemmove(c + 1, c, n), wmemmove(d + 1, d, n);
    CHECK(model_wmempcpy(c + 20, b, wcslen(b)) == c + 20 + wcslen(b));
    model_wmemcpy(c + 20, b, wcslen(b)), wmemcpy(d + 20, b, wcslen(b));
    CHECK(wmemcmp(c, d, 30) == 0 || n < wcslen(a) + 1);
    wchar_t *copy = model_wcsdup(a);
    CHECK(wcscmp(copy, a) == 0);
    free(copy);
}

static void classes(wint_t x) {
    static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print",
                                        "punct", "space", "upper", "xdigit", "tolower", "toupper", "none", ""};
#define CLASS(name) SAME_AS(name, truth_of, x);
    CLASS(iswalnum) CLASS(iswblank) CLASS(iswcntrl) CLASS(iswdigit) CLASS(iswgraph) CLASS(iswlower) CLASS(iswupper)
    locale_t of_c = newlocale(LC_ALL_MASK, "C", NULL);
#define LOCALISED(name) SAME_AS(name, truth_of, x, of_c);
    LOCALISED(iswalnum_l) LOCALISED(iswalpha_l) LOCALISED(iswblank_l) LOCALISED(iswcntrl_l) LOCALISED(iswdigit_l)
    LOCALISED(iswgraph_l) LOCALISED(iswlower_l) LOCALISED(iswprint_l) LOCALISED(iswpunct_l) LOCALISED(iswspace_l)
    LOCALISED(iswupper_l) LOCALISED(iswxdigit_l)
    CHECK(model_towlower_l(x, of_c) == towlower_l(x, of_c) && model_towupper_l(x, of_c) == towupper_l(x, of_c));
    for (int i = 0; i < 16; i++) {
        CHECK(!model_wctype_l(names[i], of_c) == !wctype_l(names[i], of_c));
        CHECK(!model_wctrans_l(names[i], of_c) == !wctrans_l(names[i], of_c));
        CHECK(!model_iswctype_l(x, model_wctype(names[i]), of_c) == !iswctype(x, wctype(names[i])));
        if (wctrans(names[i]))
            CHECK(model_towctrans_l(x, model_wctrans(names[i]), of_c) == towctrans(x, wctrans(names[i])));
        CHECK(!model_wctype(names[i]) == !wctype(names[i]) && !model_wctrans(names[i]) == !wctrans(names[i]));
        CHECK(!model_iswctype(x, model_wctype(names[i])) == !iswctype(x, wctype(names[i])));
        if (wctrans(names[i])) CHECK(model_towctrans(x, model_wctrans(names[i])) == towctrans(x, wctrans(names[i])));
    }
}

/* Characters one by one; a state is never anything but initial. */
static void characters(void) {
    char one[8] = {0}, two[8] = {0}, text[2] = {(char)random_below(128), 0};
    wchar_t a = 0, b = 0, wide = (wchar_t)(random_below(9) ? random_below(128) : random_below(100000) + 256);
    mbstate_t s = {0}, t = {0};
    size_t n = 1 + (size_t)random_below(3);
    char16_t small = 0, same_small = 0;
    char32_t big = 0, same_big = 0;
    CHECK(model_mbsinit(&s) && mbsinit(&t) && model___ctype_get_mb_cur_max() == MB_CUR_MAX);
    CHECK(model_mbrtowc(&a, text, n, &s) == mbrtowc(&b, text, n, &t) && a == b);
    CHECK(model_mbrlen(text, n, &s) == mbrlen(text, n, &t) && model_mblen(text, n) == mblen(text, n));
    CHECK(model_mbtowc(&a, text, n) == mbtowc(&b, text, n) && a == b);
    memset(&s, 0, sizeof s), memset(&t, 0, sizeof t);
    CHECK(model_mbrtoc32(&big, text, n, &s) == mbrtoc32(&same_big, text, n, &t) && big == same_big);
    memset(&t, 0, sizeof t);
    CHECK(model_mbrtoc16(&small, text, n, &s) == mbrtoc16(&same_small, text, n, &t) && small == same_small);
    memset(&t, 0, sizeof t);
    CHECK(model_wcrtomb(one, wide, &s) == wcrtomb(two, wide, &t) && model_wctomb(one, wide) == wctomb(two, wide));
    memset(&t, 0, sizeof t);
    CHECK(model_c32rtomb(one, (char32_t)wide, &s) == c32rtomb(two, (char32_t)wide, &t) && memcmp(one, two, 8) == 0);
    if (wide < 128) CHECK(model_c16rtomb(one, (char16_t)wide, &s) == c16rtomb(two, (char16_t)wide, &t));
    int c = random_below(130) - 1;
    if (c < 128) CHECK(model_btowc(c) == btowc(c));
    CHECK(model_wctob((wint_t)wide) == wctob((wint_t)wide));
}

static void conversions(void) {
    char *text = random_text("ab01 ", 8), one[16] = {0}, two[16] = {0};
    wchar_t a[16] = {0}, b[16] = {0}, wide[16];
    size_t n = (size_t)random_below(10), most = (size_t)random_below((int)strlen(text) + 2);
    int counts = random_below(3) == 0;
    mbstowcs(wide, text, 16);
    if (random_below(8) == 0 && wide[0]) wide[0] = 300;
    const char *from = text, *same = text;
    const wchar_t *wide_from = wide, *wide_same = wide;
    mbstate_t s = {0}, t = {0};
    CHECK(model_mbsrtowcs(counts ? NULL : a, &from, n, &s) == mbsrtowcs(counts ? NULL : b, &same, n, &t) && from == same);
    CHECK(model_wcsrtombs(counts ? NULL : one, &wide_from, n, &s) == wcsrtombs(counts ? NULL : two, &wide_same, n, &t));
    CHECK(wmemcmp(a, b, 16) == 0 && (wide[0] == 300 || (memcmp(one, two, 16) == 0 && wide_from == wide_same)));
    from = same = text, wide_from = wide_same = wide;
    CHECK(model_mbsnrtowcs(counts ? NULL : a, &from, most, n, &s) == mbsnrtowcs(counts ? NULL : b, &same, most, n, &t));
    CHECK(wmemcmp(a, b, 16) == 0 && from == same);
    if (wide[0] != 300) {
        CHECK(model_wcsnrtombs(counts ? NULL : one, &wide_from, most, n, &s) == wcsnrtombs(counts ? NULL : two, &wide_same, most, n, &t));
        CHECK(memcmp(one, two, 16) == 0 && wide_from == wide_same);
    }
    free(text);
}

static void numbers(void) {
    char *text = random_text("0123456789.-+ ex", 12);
    wchar_t wide[16], *one, *two;
    int base = random_below(4) ? 10 : 0;
    mbstowcs(wide, text, 16);
#define NUMBER(name)                                                                                                   \
    CHECK(model_##name(wide, &one, base) == name(wide, &two, base));                                                   \
    CHECK(one == two);
    NUMBER(wcstoll) NUMBER(wcstoul) NUMBER(wcstoull) NUMBER(wcstoimax) NUMBER(wcstoumax)
    /* Hexadecimal floating point is not modelled. */
    if (!strchr(text, 'x')) {
        CHECK(same_double(model_wcstod(wide, &one), wcstod(wide, &two)) && one == two);
        CHECK(same_float(model_wcstof(wide, &one), wcstof(wide, &two)) && one == two);
        CHECK(same_long_double(model_wcstold(wide, &one), wcstold(wide, &two)) && one == two);
    }
    free(text);
}

static int sign(int n) { return (n > 0) - (n < 0); }

static void fill(wchar_t *to, int most) {
    int n = random_below(most);
    for (int i = 0; i < n; i++) to[i] = random_below(9) ? L"ab ,1"[random_below(5)] : (wchar_t)random_below(70000);
    to[n] = 0;
}

int main(void) {
    for (int round = 0; round < 20000; round++) {
        wchar_t a[12], b[6], c[40] = {0}, d[40] = {0}, *rest, *model_rest;
        char narrow[16], model_narrow[16];
        fill(a, 12), fill(b, 6);
        size_t n = (size_t)random_below(8);
        more_strings(a, b, n), classes((wint_t)(random_below(9) ? random_below(140) : (int)a[0])), characters(), conversions(), numbers();
        CHECK(model_wcslen(a) == wcslen(a) && model_wcsspn(a, b) == wcsspn(a, b) && model_wcscspn(a, b) == wcscspn(a, b));
        CHECK(sign(model_wcscmp(a, b)) == sign(wcscmp(a, b)) && sign(model_wcsncmp(a, b, n)) == sign(wcsncmp(a, b, n)));
        CHECK(model_wcschr(a, b[0]) == wcschr(a, b[0]) && model_wcsrchr(a, b[0]) == wcsrchr(a, b[0]));
        CHECK(model_wcsstr(a, b) == wcsstr(a, b) && model_wcspbrk(a, b) == wcspbrk(a, b));
        model_wcsncpy(c, a, n), wcsncpy(d, a, n), model_wcsncat(c, b, n), wcsncat(d, b, n);
        model_wcscat(c, a), wcscat(d, a);
        CHECK(wmemcmp(c, d, 40) == 0);
        CHECK(model_wcstok(c, b, &model_rest) - c == wcstok(d, b, &rest) - d || !*b || wcsspn(d, b) == wcslen(d));
        CHECK(model_wcstol(a, &model_rest, 0) == wcstol(a, &rest, 0) && model_rest == rest);
        size_t size = wcstombs(narrow, a, 16);
        CHECK(model_wcstombs(model_narrow, a, 16) == size && (size == (size_t)-1 || strcmp(narrow, model_narrow) == 0));
        unsigned x = (unsigned)random_below(128);
        CHECK(!model_iswalpha(x) == !iswalpha(x) && !model_iswspace(x) == !iswspace(x) && !model_iswpunct(x) == !iswpunct(x));
        CHECK(model_wcwidth((int)x) == wcwidth((int)x));
        CHECK(!model_iswxdigit(x) == !iswxdigit(x) && !model_iswprint(x) == !iswprint(x));
        CHECK(model_towupper(x) == towupper(x) && model_towlower(x) == towlower(x));
    }
    return check_result();
}
