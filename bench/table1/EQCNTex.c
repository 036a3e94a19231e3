//! Two loops count the elements at the front of one array that equal a value, one by index and one by pointer; the second
//! has an extra exit at a limit. The target is that the second count is the greater one.
//!
//! Models redundant computations that a test compares. After Table 1 of Slabý, Strejček, Trtík 2013.
//! Where classic execution drowns: the array has up to 1,000,000 elements, the limit is an input, so about 10^12 pairs of
//! counts have to be shown to be in order one by one. The counts are of the elements at the front, up to the first that
//! differs: were all equal elements counted, the proof would need sums over the array, not only conditions on all elements.
//! Why it holds: the first loop stops at c with c == n or array[c] != value. Were the second count greater, then its loop has
//! found c < n (it stops at n too) and array[c] == value. The counts are at most n: nothing wraps.
//! Verdict: holds (the target is not reachable).
#include "plica.h"

#define CAPACITY 1000000

static int array[CAPACITY];

int main(void) {
    int n = plica_int("n"), value = plica_int("value"), limit = plica_int("limit"), first = 0, second = 0;
    plica_assume(n >= 0 && n <= CAPACITY);
    PLICA_SYMBOLIC(array);
    for (int i = 0; i < n && array[i] == value; i++) first++;
    for (const int *p = array; p < array + n && *p == value; p++) {
        if (second >= limit) break;
        second++;
    }
    if (second > first) plica_error("the counts contradict each other");
    return 0;
}
