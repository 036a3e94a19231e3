//! An array that is longer than any that the function was explored on by itself, and a text that is.
//! verdict: violated
//! error: assertion-failure at 25
#include "plica.h"

static int sum(const int *p, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        if (p[i] > 0) total++;
    return total;
}

static int letters(const char *s) {
    int n = 0;
    while (*s) n += *s++ == 'x';
    return n;
}

int main(void) {
    int a[12] = {0};
    a[11] = plica_int("last");
    char text[] = "abcdefghijkl";
    text[10] = plica_char("letter");
    plica_assert(sum(a, 2) + letters("x") == 1);
    plica_assert(sum(a, 12) + letters(text) < 2);
    return 0;
}
