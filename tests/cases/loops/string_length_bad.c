// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: out-of-bounds at 12
// A string without an end is read beyond its room.
#include "plica.h"

static char s[7];

int main(void) {
    PLICA_SYMBOLIC(s);
    int length = 0;
    while (s[length] != 0) length++;
    plica_assert(length < 7);
    return 0;
}
