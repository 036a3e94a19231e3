// verdict: violated
// error: overlapping-copy
// native: no
// Some inputs make the places overlap: for 0, 1 and 2 the text ends before its copy begins, for the others it does not.
#define _GNU_SOURCE
#include <string.h>
#include "plica.h"
int main(void) {
    char a[12] = "abc";
    stpcpy(a + plica_range(4, 8, "n"), a);
    stpcpy(a + plica_range(1, 8, "n"), a);
    return 0;
}
