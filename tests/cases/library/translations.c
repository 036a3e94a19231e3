// verdict: holds
// A program that would speak other languages: in the locale "C" each text is its own translation.
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <fcntl.h>
#include "plica.h"

int main(void) {
    setlocale(LC_ALL, "");
    bindtextdomain("program", "/usr/share/locale");
    plica_assert(!strcmp(textdomain("program"), "program") && !strcmp(textdomain(NULL), "program"));
    plica_assert(!strcmp(gettext("yes"), "yes") && !strcmp(ngettext("one", "many", plica_uint("n") | 2), "many"));
    plica_assert(!strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") && !strcmp(nl_langinfo(DAY_1), "Sunday"));
    plica_assert(!strcmp(localeconv()->decimal_point, ".") && !*localeconv()->thousands_sep);
    plica_assert(__fwriting(stdout) && !__freading(stdout) && __freading(stdin) && __fpending(stdout) == 0);
    plica_assert(posix_fadvise(77, 0, 0, POSIX_FADV_SEQUENTIAL) != 0);
    return 0;
}
