// verdict: holds
// A function returns a pointer to its static buffer: the next call overwrites what the last one returned.
#include "plica.h"

static char *name(int x) {
    static char buffer[2];
    buffer[0] = (char)('a' + x);
    return buffer;
}

int main(void) {
    int x = plica_range(0, 26, "x"), y = plica_range(0, 26, "y");
    char *a = name(x), first = *a, *b = name(y);
    plica_assert(first == 'a' + x);
    plica_assert(a == b && *a == 'a' + y && a[1] == 0);
    return 0;
}
