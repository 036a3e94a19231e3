// A format asks for more than was passed.
// run: check
// verdict: violated
// error: out-of-bounds at 9
// native: no
#include <stdio.h>
int main(void) {
    char text[64];
    sprintf(text, "%d of %d", 1);
    return 0;
}
