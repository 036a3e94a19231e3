// verdict: violated
// error: overlapping-copy
// native: no
// A text is appended to itself.
#include <string.h>
int main(void) {
    char a[16] = "abc";
    strcat(a, a + 1);
    return 0;
}
