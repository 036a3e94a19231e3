// An index that leaves its row is undefined, also where the element is one of the next row.
// verdict: violated
// error: out-of-bounds at 9
// error: out-of-bounds at 10
#include "plica.h"
int m[3][4];
int main(void) {
    int i = plica_range(0, 3, "i"), j = plica_range(-1, 4, "j"), k = plica_range(0, 4, "k");
    m[i][k > 2 ? k + 2 : k] = 1;
    return m[1][j];
}
