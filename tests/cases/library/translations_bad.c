// verdict: violated
// error: assertion-failure at 11
// error: assertion-failure at 10
// The twin of translations.c.
#include <langinfo.h>
#include <libintl.h>
#include <string.h>
#include "plica.h"

static void plural(void) { plica_assert(!strcmp(ngettext("one", "many", plica_uint("n")), "many")); }
static void codeset(void) { plica_assert(!strcmp(nl_langinfo(CODESET), "UTF-8")); }

int main(void) {
    if (plica_bool("which")) plural();
    else codeset();
    return 0;
}
