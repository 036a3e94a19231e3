// verdict: violated
// error: overlapping-copy
// native: no
// A text is put behind itself, by way of itself.
#include <stdio.h>
int main(void) {
    char a[16] = "abcdefg";
    snprintf(a, sizeof a, "%sx", a);
    return a[3];
}
