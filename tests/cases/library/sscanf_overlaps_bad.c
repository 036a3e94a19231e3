// A text is not read where words of it are put.
// verdict: violated
// error: overlapping-copy at 10
// error: overlapping-copy at 11
// native: no
#include <stdio.h>

int main(void) {
    char text[32] = "abc def", other[32] = "12 ab";
    if (getchar() == 'x') sscanf(text, "%*s %s", text);
    sscanf(other, "%d", (int *)(other + 4));
    return 0;
}
