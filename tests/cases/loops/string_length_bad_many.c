// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: out-of-bounds at 13
// A string without an end is read beyond its room.
#include "plica.h"

static char s[100000];

int main(void) {
    PLICA_SYMBOLIC(s);
    int length = 0;
    while (s[length] != 0) length++;
    plica_assert(length < 100000);
    return 0;
}
