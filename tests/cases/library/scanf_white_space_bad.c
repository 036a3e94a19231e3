// Behind white space comes any other character.
//
// verdict: violated
// error: assertion-failure at 11
// native: no
#include <assert.h>
#include <stdio.h>
int main(void) {
    char c;
    if (scanf(" %c", &c) == 1) {
        assert(c != 'q');
        assert(c != ' ' && c != '\n');
    }
    return 0;
}
