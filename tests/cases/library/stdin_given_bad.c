// run: check --stdin ..6
// verdict: violated
// error: out-of-bounds at 13
// A line of standard input that is longer than the room for it.
#include <stdio.h>

int main(void) {
    char name[4];
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\n')
        if (c == ':')
            break;
        else name[n++] = (char)c;
    return n > 0 && name[0] == 'x';
}
