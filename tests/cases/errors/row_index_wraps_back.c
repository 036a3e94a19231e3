// A row that is none, and a column that comes back from it.
// verdict: violated
// error: out-of-bounds at 8
#include "plica.h"
int main(void) {
    int m[2][3] = {{0}};
    int i = plica_range(0, 4, "i"), j = plica_range(-6, 3, "j");
    return m[i][j];
}
