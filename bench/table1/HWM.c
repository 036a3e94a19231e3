//! A text that must contain "Hello", "World", "at" and "Microsoft!", one behind the other: four searches,
//! each a loop in a loop.
//!
//! Models protocols and log filters that look for one key word after another. After Table 1 of Slabý, Strejček, Trtík 2013.
//! Where classic execution drowns: the four words take 22 characters, and between them every place that does not match is left
//! by as many paths as the word has characters; the last word has to begin behind the first 100 characters.
//! Verdict: violated (the target is reachable).
#include "plica.h"

#define CAPACITY 1000
#define LAST 100

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
    int at = find(world + 5, length, "at", 2);
    if (at < 0) return 0;
    int microsoft = find(at + 2, length, "Microsoft!", 10);
    if (microsoft < 0) return 0;
    if (microsoft >= LAST) plica_error("a text with all four words, the last far behind");
    return 0;
}
