// run: check --time-limit 20s
// verdict: holds
// A string is copied by hand into enough room.
#include "plica.h"

static char s[6], t[6];

int main(void) {
    PLICA_SYMBOLIC(s);
    s[6 - 1] = 0;
    char *to = t;
    const char *from = s;
    while ((*to++ = *from++))
        ;
    plica_assert(to - t == from - s);
    return 0;
}
