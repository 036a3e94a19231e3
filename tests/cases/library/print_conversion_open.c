// verdict: undecided
// reason: the conversion %2$ of printf
// Conversions that say which argument they take.
#include <stdio.h>

int main(void) {
    return printf("%2$d %1$d", 1, 2) < 0;
}
