// What functions of ctype.h say is true of the characters of the class, as glibc's macros say it.
// verdict: holds
#include <ctype.h>
#include "plica.h"
int main(void) {
    int (*is_digit)(int) = isdigit, (*is_alnum)(int) = isalnum;
    int c = plica_uchar("c");
    plica_assert(is_digit(c) == isdigit(c) && !is_digit(c) == (c < '0' || c > '9'));
    plica_assert(!is_digit(c) || is_alnum(c));
    return 0;
}
