// verdict: holds
// A variable-length array: filled, summed up, released at the end of its block.
#include "plica.h"

int main(void) {
    int n = plica_range(1, 6, "n");
    for (int round = 0; round < 2; round++) {
        int squares[n], sum = 0;
        for (int i = 0; i < n; i++) squares[i] = i * i;
        for (int i = 0; i < n; i++) sum += squares[i];
        plica_assert(sum == (n - 1) * n * (2 * n - 1) / 6);
        plica_assert(sizeof squares == n * sizeof(int));
    }
    return 0;
}
