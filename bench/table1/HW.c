//! A text that must contain "Hello" and behind it "World": two searches, each a loop that calls a loop.
//!
//! Models protocols and log filters that look for one key word after another. After Table 1 of Slabý, Strejček, Trtík 2013.
//! Where classic execution drowns: each of the two searches passes places that do not match, by five paths each; the words have
//! to be at least 50 characters apart, so that 5^50 ways lead from the one to the other.
//! Verdict: violated (the target is reachable).
#include "plica.h"

#define CAPACITY 1000
#define GAP 50

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
    if (hello < 0) return 0;
    int world = find(hello + 5, length, "World", 5);
    if (world < 0) return 0;
    if (world - hello >= GAP) plica_error("a text with Hello, and World far behind it");
    return 0;
}
