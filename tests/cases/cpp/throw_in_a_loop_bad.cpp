// verdict: violated
// error: out-of-bounds at 20
// A loop is left by an exception: what follows takes it for one that came to its end.
#include "plica.h"

static int parse(const char *text) {
    int value = 0;
    for (int i = 0; text[i]; i++) {
        if (text[i] < '0' || text[i] > '9') throw i;
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

int main() {
    char text[3] = {0};
    plica_make_symbolic(text, 2, "text");
    int table[100] = {0}, at;
    try { at = parse(text); } catch (int i) { at = 100 * i; }
    return table[at];
}
