// verdict: violated
// error: overlapping-copy
// native: no
// What is filled up with zeros counts as written.
#include <string.h>
#include "plica.h"
int main(void) {
    char a[16] = "abcdefgh";
    strncpy(a, a + 6, plica_range(0, 6, "n"));
    strncpy(a, a + 6, 7);
    return 0;
}
