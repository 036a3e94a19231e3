//! Counting the entries of an upper triangular matrix of symbolic dimensions that lie in a range; the target is a count above
//! a bound.
//!
//! Models statistics over tables whose size is read at run time. After Table 1 of Slabý, Strejček, Trtík 2013.
//! Where classic execution drowns: every entry is in the range or not and every row and column may be the last: the 2^16 ways
//! of deciding enough entries for the count are multiplied by the dimensions, of which 100 x 100 are possible.
//! Verdict: violated (the target is reachable).
#include "plica.h"

#define CAPACITY 100
#define BOUND 15

static int matrix[CAPACITY][CAPACITY];

int main(void) {
    int rows = plica_int("rows"), columns = plica_int("columns");
    int low = plica_int("low"), high = plica_int("high"), count = 0;
    plica_assume(rows >= 0 && rows <= CAPACITY && columns >= 0 && columns <= CAPACITY);
    PLICA_SYMBOLIC(matrix);
    for (int i = 0; i < rows; i++)
        for (int j = i; j < columns; j++)
            if (matrix[i][j] > low && matrix[i][j] < high) count++;
    if (count > BOUND) plica_error("more entries in the range than the bound");
    return 0;
}
