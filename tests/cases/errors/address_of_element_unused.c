// An index out of bounds is an error also where what is read is somewhere else in the variable, or nothing.
// verdict: violated
// error: out-of-bounds at 14
// error: out-of-bounds at 16
// error: out-of-bounds at 19
#include "plica.h"
#include <string.h>
struct s { int b[4]; } a[3];
struct named { char name[4]; } names[3];
int matrix[3][4];
int main(void) {
    int i = plica_range(0, 5, "i"), k = i == 3 ? -1 : 0, n = i < 3 ? 4 : 0;
    switch (plica_range(0, 4, "which")) {
    case 0: return *(a[i].b + k);
    case 1:
        memcpy(names[i].name, "abc", n);
        return names[0].name[0];
    // Behind the end of a row is the next one.
    case 2: return *(matrix[i] + 4 * k);
    default: return i < 3 ? a[i].b[i] + matrix[i][i] + *(a[i].b + 1) : 0;
    }
}
