// verdict: holds
// A matrix of variable size as a parameter.
#include "plica.h"

static int trace(int n, int m[n][n]) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += m[i][i];
    return sum;
}

int main(void) {
    int n = plica_range(1, 4, "n"), x = plica_int("x");
    int m[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i][j] = i == j ? (x & 0xff) : -1;
    plica_assert(trace(n, m) == n * (x & 0xff));
    return 0;
}
