// verdict: holds
// A static local variable lives on from call to call; two functions have each their own of the same name.
#include "plica.h"

static int up(void) {
    static int count = 10;
    return count++;
}

static int down(void) {
    static int count = 10;
    return count--;
}

int main(void) {
    int a = up(), b = down();
    if (plica_bool("once more")) up();
    int c = up(), d = down();
    plica_assert(a == 10 && b == 10 && d == 9);
    plica_assert(c == 11 || c == 12);
    return 0;
}
