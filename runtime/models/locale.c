//! What a program asks about its locale and its translations: the answers of the "C" locale, which has none of either.
//!
//! Oblivious to catalogues: a text is its own translation. Invariant: whatever is returned is text that nobody frees
//! and that stays as it is.

#include "locales.h"

#define PLICA_CODESET 14

/* Texts of the category LC_TIME, from ABDAY_1 on, in the order of <langinfo.h>. */
static const char *const plica_of_time[] = {
    "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat",
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December", "AM", "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p",
};

char *nl_langinfo(int item) {
    const char *text = "";
    unsigned of_time = (unsigned)item - 0x20000u;
    if (of_time < sizeof plica_of_time / sizeof *plica_of_time)
        text = plica_of_time[of_time];
    else if (item == PLICA_CODESET)
        text = "ANSI_X3.4-1968";
    else if (item == 0x10000) /* RADIXCHAR */
        text = ".";
    else if (item == 0x50000) /* YESEXPR */
        text = "^[yY]";
    else if (item == 0x50001) /* NOEXPR */
        text = "^[nN]";
    else if (item == 0x4000f) /* CRNCYSTR */
        text = "-";
    return (char *)text;
}

char *nl_langinfo_l(int item, const struct plica_locale *locale) { return plica_in_locale(locale), nl_langinfo(item); }

/* `struct lconv` as glibc has it: ten texts, of which the others follow as numbers, all unknown (CHAR_MAX). */
struct plica_conventions {
    const char *point, *separator, *grouping, *currency_int, *currency, *money_point, *money_separator, *money_grouping;
    const char *plus, *minus;
    char numbers[14];
};

struct plica_conventions *localeconv(void) {
    static struct plica_conventions of_c = {
        ".", "", "", "", "", "", "", "", "", "",
        {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127},
    };
    return &of_c;
}

/* Translations: each text is its own. The domain is kept, since it can be asked for. */

char *strdup(const char *text);
void free(void *block);
int strcmp(const char *a, const char *b);

static char plica_domain_of_c[] = "messages";
static char *plica_domain = plica_domain_of_c;

char *textdomain(const char *name) {
    if (!name || !strcmp(name, plica_domain)) return plica_domain;
    if (!*name) name = plica_domain_of_c;
    char *kept = strcmp(name, plica_domain_of_c) ? strdup(name) : plica_domain_of_c;
    if (!kept) return 0;
    if (plica_domain != plica_domain_of_c) free(plica_domain);
    return plica_domain = kept;
}

/* Where catalogues lie does not matter, as none is read: what is told of it is what was said last, of any domain. */
char *bindtextdomain(const char *domain, const char *folder) {
    static char usual[] = "/usr/share/locale";
    if (!domain || !*domain) return 0;
    return folder ? (char *)folder : usual;
}

char *bind_textdomain_codeset(const char *domain, const char *codeset) {
    return domain && *domain ? (char *)codeset : 0;
}

char *gettext(const char *text) { return (char *)text; }
char *dgettext(const char *domain, const char *text) {
    (void)domain;
    return (char *)text;
}
char *dcgettext(const char *domain, const char *text, int category) {
    (void)domain, (void)category;
    return (char *)text;
}
char *ngettext(const char *one, const char *many, unsigned long n) { return (char *)(n == 1 ? one : many); }
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) {
    (void)domain;
    return ngettext(one, many, n);
}
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category) {
    (void)domain, (void)category;
    return ngettext(one, many, n);
}
