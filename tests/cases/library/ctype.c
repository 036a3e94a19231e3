// verdict: holds
// Character classes, by the macros of <ctype.h> and by name.
#include <ctype.h>
#include "plica.h"

int main(void) {
    int c = plica_uchar("c");
    plica_assert(!isdigit(c) == !(c >= '0' && c <= '9'));
    plica_assert(!isalpha(c) || isalnum(c));
    plica_assert(!isupper(c) || tolower(c) == c + 32);
    plica_assert(toupper(tolower(c)) == toupper(c));
    plica_assert(!(isspace)(c) || c == ' ' || (c >= 9 && c <= 13));
    plica_assert(!isxdigit(c) || isdigit(c) || (c | 32) <= 'f');
    return 0;
}
