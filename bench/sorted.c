//! Paths with long conditions: bubble sort of six symbolic ints, then the assertion that they are sorted; 720 paths.
//!
//! Models algorithms whose every branch depends on all the inputs: each path condition is a chain of comparisons, and most
//! branches late in a path have one feasible side. KLEE 3.3-pre with STP on the reference machine: 65 s. Verdict: holds.
#include "klee/klee.h"

#define N 6

int main(void) {
    int v[N];
    klee_make_symbolic(v, sizeof v, "v");
    for (int i = 0; i < N - 1; i++)
        for (int j = 0; j < N - 1 - i; j++)
            if (v[j] > v[j + 1]) {
                int held = v[j];
                v[j] = v[j + 1];
                v[j + 1] = held;
            }
    for (int i = 0; i < N - 1; i++) klee_assert(v[i] <= v[i + 1]);
    return 0;
}
