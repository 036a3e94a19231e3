// run: check --checks +uninit
// verdict: holds
#include <stdlib.h>

int __VERIFIER_nondet_int();

// Flags are set in a word that holds nothing yet; those are asked for.
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
    if (bit != 3 && bit != 7)
        return 0;
    int is = get(word, bit);
    free(word);
    return is;
}
