// run: check --checks +pointer-arithmetic,pointer-comparison
// verdict: violated
// error: pointer-arithmetic at 9
// error: pointer-comparison at 11
// error: pointer-comparison at 12
#include "plica.h"
int main(void) {
    int a[4], b[4], i = plica_range(0, 7, "i"), *start = a, *end = a + 4;
    if (i < 6) end = start + i;
    // Whether pointers are equal may be asked of any.
    if (i == 1) return end < b;
    if (i == 2) return (int)(end - b);
    return end == b || end - a > 4;
}
