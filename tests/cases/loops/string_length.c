// run: check --time-limit 20s
// verdict: holds
// The length of a terminated string is less than its room, and behind it is the end.
#include "plica.h"

static char s[7];

int main(void) {
    PLICA_SYMBOLIC(s);
    s[7 - 1] = 0;
    int length = 0;
    while (s[length] != 0) length++;
    plica_assert(length < 7 && s[length] == 0);
    return 0;
}
