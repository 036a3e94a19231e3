// verdict: violated
// error: overlapping-copy
// native: no
// Enough digits get to the text that was put in front of them.
#include <stdio.h>
#include "plica.h"
int main(void) {
    char a[32] = "12345678ab";
    sprintf(a, "%s%d", a + 8, plica_range(0, 12345678, "n"));
    return a[3];
}
