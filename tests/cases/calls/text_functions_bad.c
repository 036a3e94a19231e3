// verdict: violated
// error: out-of-bounds at 12
// A callee copies a text into the caller's buffer; one caller's is too short for one text.
#include "plica.h"

static int copy(char *to, const char *from) {
    int n = 0;
    while (from[n] != 0) {
        to[n] = from[n];
        n++;
    }
    to[n] = 0;
    return n;
}

int main(void) {
    static const char *const words[3] = {"a", "four", "five5"};
    char large[8], small[5];
    int which = plica_range(0, 3, "which");
    int n = copy(large, words[which]);
    plica_assert(n == (which == 0 ? 1 : which + 3));
    copy(small, words[which]);
    return 0;
}
