// verdict: undecided
// reason: the conversion %2$ of printf
// The same where the text is not looked at.
#include <stdio.h>

int main(void) {
    return printf("%2$d %1$d", 1, 2) < 0;
}
