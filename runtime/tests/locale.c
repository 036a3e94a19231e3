//! locale.c against the C library in its "C" locale.
#define _GNU_SOURCE
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <string.h>
#include "check.h"

char *model_nl_langinfo_l(int, locale_t);
char *model_nl_langinfo(int), *model_textdomain(const char *), *model_bindtextdomain(const char *, const char *);
char *model_dgettext(const char *, const char *), *model_dcgettext(const char *, const char *, int);
char *model_dngettext(const char *, const char *, const char *, unsigned long);
char *model_dcngettext(const char *, const char *, const char *, unsigned long, int);
char *model_gettext(const char *), *model_ngettext(const char *, const char *, unsigned long);
struct lconv *model_localeconv(void);

static void compare_domain(const char *name) { CHECK(strcmp(model_textdomain(name), textdomain(name)) == 0); }

int main(void) {
    locale_t of_c = newlocale(LC_ALL_MASK, "C", NULL);
    CHECK(strcmp(nl_langinfo_l(DAY_3, of_c), model_nl_langinfo_l(DAY_3, of_c)) == 0);
    CHECK(strcmp(nl_langinfo(CODESET), model_nl_langinfo(CODESET)) == 0);
    for (int item = ABDAY_1; item <= T_FMT_AMPM; item++)
        CHECK_FOR(strcmp(nl_langinfo(item), model_nl_langinfo(item)) == 0, nl_langinfo(item));
    const int others[] = {RADIXCHAR, THOUSEP, YESEXPR, NOEXPR, CRNCYSTR, ERA};
    for (int i = 0; i < 6; i++) CHECK_FOR(strcmp(nl_langinfo(others[i]), model_nl_langinfo(others[i])) == 0, "others");
    struct lconv *a = localeconv(), *b = model_localeconv();
    char **texts = (char **)a, **own = (char **)b;
    for (int i = 0; i < 10; i++) CHECK_FOR(strcmp(texts[i], own[i]) == 0, texts[i]);
    CHECK(memcmp(&a->int_frac_digits, &b->int_frac_digits, 14) == 0);
    compare_domain(NULL);
    compare_domain("one");
    compare_domain(NULL);
    compare_domain("one");
    compare_domain("two");
    compare_domain("");
    compare_domain(NULL);
    CHECK(strcmp(bindtextdomain("one", NULL), model_bindtextdomain("one", NULL)) == 0);
    CHECK(strcmp(bindtextdomain("one", "/x"), model_bindtextdomain("one", "/x")) == 0);
    CHECK(bindtextdomain("", "/x") == model_bindtextdomain("", "/x"));
    CHECK(strcmp(gettext("text"), model_gettext("text")) == 0);
    for (unsigned long n = 0; n < 3; n++) CHECK(strcmp(ngettext("a", "b", n), model_ngettext("a", "b", n)) == 0);
    for (unsigned long n = 0; n < 3; n++) {
        CHECK(strcmp(dngettext("x", "a", "b", n), model_dngettext("x", "a", "b", n)) == 0);
        CHECK(strcmp(dcngettext("x", "a", "b", n, LC_ALL), model_dcngettext("x", "a", "b", n, LC_ALL)) == 0);
    }
    CHECK(strcmp(dgettext("x", "text"), model_dgettext("x", "text")) == 0);
    CHECK(strcmp(dcgettext("x", "text", LC_ALL), model_dcgettext("x", "text", LC_ALL)) == 0);
    return check_result();
}
