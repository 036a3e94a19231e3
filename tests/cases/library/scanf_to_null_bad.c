// Null is where nothing can be written, not a conversion that is suppressed.
// verdict: violated
// error: null-dereference at 12
// error: null-dereference at 13
// error: null-dereference at 14
// error: null-dereference at 15
#include <stdio.h>
#include "plica.h"
int main(void) {
    int which = plica_range(0, 5, "which"), n = 0;
    const char *text = "12 ab";
    if (which == 0) return sscanf(text, "%d", (int *)0);
    if (which == 1) return sscanf(text, "%lf", (double *)0);
    if (which == 2) return sscanf(text, "%*d %s", (char *)0);
    if (which == 3) return sscanf(text, "%*d%n", (int *)0);
    plica_assert(sscanf(text, "%*d %*[a]%n", &n) == 0 && n == 4);
    // Nothing is written where nothing fits.
    return sscanf(text, "%*d %d", (int *)0);
}
