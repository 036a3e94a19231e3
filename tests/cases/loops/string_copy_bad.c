// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: out-of-bounds at 14
// A string is copied by hand into too little room.
#include "plica.h"

static char s[6], t[6 - 1];

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
