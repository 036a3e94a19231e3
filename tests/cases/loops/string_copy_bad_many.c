// run: check --time-limit 60s --max-errors 1
// loops: compact
// verdict: violated
// error: out-of-bounds at 15
// A string is copied by hand into too little room.
#include "plica.h"

static char s[10000], t[10000 - 1];

int main(void) {
    PLICA_SYMBOLIC(s);
    s[10000 - 1] = 0;
    char *to = t;
    const char *from = s;
    while ((*to++ = *from++))
        ;
    plica_assert(to - t == from - s);
    return 0;
}
