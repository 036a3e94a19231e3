// verdict: violated
// error: overlapping-copy at 9
// native: no
// The compiler makes it a copy of its own.
#define _GNU_SOURCE
#include <string.h>
int main(void) {
    char a[8] = "abcdefg";
    return *(char *)mempcpy(a + 1, a, 3);
}
