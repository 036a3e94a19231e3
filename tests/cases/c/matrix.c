// verdict: holds
// Arrays of two dimensions, passed as pointers to rows.
#include "plica.h"

static void transpose(int (*m)[3]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            int held = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = held;
        }
}

int main(void) {
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    unsigned i = plica_uint("i") % 3, j = plica_uint("j") % 3;
    transpose(m);
    plica_assert(m[i][j] == (int)(3 * j + i + 1));
    transpose(m);
    plica_assert(m[i][j] == (int)(3 * i + j + 1));
    return 0;
}
