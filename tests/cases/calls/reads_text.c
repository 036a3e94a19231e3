// verdict: violated
// error: assertion-failure at 31
// What a function has read at known places, and then reads at unknown ones, it has not written: the text stays the caller's text from call to
// call, and each function reads it on from where the one before has stopped.
#include "plica.h"

static char text[12];

static int blanks(int at) {
    while (text[at] == ' ') at++;
    return at;
}

static int word(int at, const char *word) {
    at = blanks(at);
    for (int i = 0; word[i] != 0; i++, at++)
        if (text[at] != word[i]) return -1;
    return at;
}

int main(void) {
    plica_make_symbolic(text, sizeof(text), "text");
    text[11] = 0;
    int at = word(0, "let");
    if (at < 0) return 0;
    plica_assert(text[at - 1] == 't');
    if (text[at] != ' ') return 0;
    at = word(at, "x");
    if (at < 0) return 0;
    at = word(at, "=");
    plica_assert(at < 8);
    return 0;
}
