// run: check --checks +uninit
// verdict: violated
// error: uninitialized-read at 13
// native: no
#include <stdlib.h>

int __VERIFIER_nondet_int();

// Flags are set in a word that holds nothing yet; one is asked for that was not among them.
static void set(unsigned *word, int bit) { *word |= 1u << bit; }
static int get(const unsigned *word, int bit) {
    unsigned mask = 1u << bit;
    return (*word & mask) != 0;
}

int main() {
    unsigned *word = malloc(sizeof *word);
    if (!word)
        return 0;
    set(word, 3);
    set(word, 7);
    int bit = __VERIFIER_nondet_int();
    if (bit != 3 && bit != 7 && bit != 9)
        return 0;
    int is = get(word, bit);
    free(word);
    return is;
}
