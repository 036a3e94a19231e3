//! A text that must contain "Hello": a loop over the places where the word may begin calls a loop that compares.
//!
//! Models string search in filters and parsers. After Table 1 of Slabý, Strejček, Trtík: Compact Symbolic Execution, 2013.
//! Where classic execution drowns: the word must not begin in the first 100 characters, and each place that does not match is
//! left by one of five paths (at 'H', at 'e', ...), so that 5^100 paths lead to the first match that counts.
//! Verdict: violated (the target is reachable).
#include "plica.h"

#define CAPACITY 1000
#define HEADER 100

static char text[CAPACITY];

static int matches(const char *at, const char *word, int length) {
    int i = 0;
    while (i < length && at[i] == word[i]) i++;
    return i == length;
}

static int find(int begin, int end, const char *word, int length) {
    int i = begin;
    while (i + length <= end) {
        if (matches(text + i, word, length)) return i;
        i++;
    }
    return -1;
}

int main(void) {
    int length = plica_int("length");
    plica_assume(length >= 0 && length <= CAPACITY);
    PLICA_SYMBOLIC(text);
    int hello = find(0, length, "Hello", 5);
    if (hello >= HEADER) plica_error("a text with Hello behind its header");
    return 0;
}
