//! Two loops count the elements of one array that equal a value, one by index from the front, one by pointer from the back; the
//! target is that both counts are 10.
//!
//! Models redundant computations that a test compares. After Table 1 of Slabý, Strejček, Trtík 2013.
//! Where classic execution drowns: every element is equal or not and every element may be the last, so there are 2^n paths for
//! n elements, each of which goes through the second loop too before the counts are compared.
//! Verdict: violated (the target is reachable).
#include "plica.h"

#define CAPACITY 1000
#define COUNT 10

static int array[CAPACITY];

int main(void) {
    int n = plica_int("n"), value = plica_int("value"), forwards = 0, backwards = 0;
    plica_assume(n >= 0 && n <= CAPACITY);
    PLICA_SYMBOLIC(array);
    for (int i = 0; i < n; i++)
        if (array[i] == value) forwards++;
    for (const int *p = array + n; p != array;) {
        p--;
        if (*p == value) backwards++;
    }
    if (forwards == COUNT && backwards == COUNT) plica_error("both counts are 10");
    return 0;
}
