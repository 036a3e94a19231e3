// Functions of ctype.h give the bits of glibc's table, not 1.
// verdict: violated
// error: assertion-failure at 11
#include <ctype.h>
#include "plica.h"
int main(void) {
    int (*is_digit)(int) = isdigit, count = 0;
    char text[3];
    PLICA_SYMBOLIC(text);
    for (int i = 0; i < 3; i++) count += is_digit((unsigned char)text[i]);
    plica_assert(count <= 3);
    return 0;
}
