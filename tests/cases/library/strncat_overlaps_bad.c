// verdict: violated
// error: overlapping-copy
// native: no
// Two characters can be appended to themselves, since the copy begins behind them; the third is where it begins.
#include <string.h>
#include "plica.h"
int main(void) {
    char a[16] = "abc";
    strncat(a, a + 1, plica_range(0, 4, "n"));
    return 0;
}
