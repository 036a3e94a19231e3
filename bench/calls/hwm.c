//! HWM: a text that must contain "Hello", "World", "At" and "Microsoft!", anywhere and in any order.
//!
//! After Anand, Godefroid, Tillmann: Demand-Driven Compositional Symbolic Execution, 2008, which needs 37 paths and 65 s for it;
//! `contains` calls `containsAt` for every place, as there. The text has SIZE characters (-DSIZE=30).
//! Where calls in place drown: each word is missed in as many ways as it has characters at every place before it is found, and
//! the four searches multiply.
//! Verdict: violated (a text with all four words).
#include "plica.h"

#ifndef SIZE
#define SIZE 30
#endif

static int containsAt(const char *text, const char *word, int at) {
    for (int i = 0; word[i] != 0; i++)
        if (text[at + i] != word[i]) return 0;
    return 1;
}

static int contains(const char *text, const char *word, int length) {
    for (int at = 0; at + length <= SIZE; at++)
        if (containsAt(text, word, at)) return 1;
    return 0;
}

int main(void) {
    char text[SIZE];
    PLICA_SYMBOLIC(text);
    if (contains(text, "Hello", 5) && contains(text, "World", 5) && contains(text, "At", 2) && contains(text, "Microsoft!", 10))
        plica_error("a text with all four words");
    return 0;
}
