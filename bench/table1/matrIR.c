//! Counting the entries of a 10 x 10 upper triangular matrix that lie in a range; the target is a count above a bound.
//!
//! Models statistics over tables: nested loops, the inner one triangular, a counter that not every iteration raises.
//! After Table 1 of Slabý, Strejček, Trtík 2013.
//! Where classic execution drowns: each of the 55 entries is in the range or not, so there are 2^55 paths, and the count is
//! compared only after all of them: whatever is not depth first meets 2^k paths at the k-th entry.
//! Verdict: violated (the target is reachable).
#include "plica.h"

#define SIZE 10
#define BOUND 15

static int matrix[SIZE][SIZE];

int main(void) {
    int low = plica_int("low"), high = plica_int("high"), count = 0;
    PLICA_SYMBOLIC(matrix);
    for (int i = 0; i < SIZE; i++)
        for (int j = i; j < SIZE; j++)
            if (matrix[i][j] > low && matrix[i][j] < high) count++;
    if (count > BOUND) plica_error("more entries in the range than the bound");
    return 0;
}
