// White space in a format takes any number of characters, and makes no further paths.
//
// verdict: holds
#include <stdio.h>
int main(void) {
    int a, b;
    if (scanf("%d %d", &a, &b) == 2 && b != 0 && a != -2147483647 - 1) return a / b != 0;
    return 0;
}
