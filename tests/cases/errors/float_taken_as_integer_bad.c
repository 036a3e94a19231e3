// A floating-point number comes in a register of another kind than the one that is looked into.
// run: check
// verdict: violated
// error: invalid-builtin at 13
// native: no
#include <stdarg.h>

static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int all = 0;
    for (int i = 0; i < count; i++) {
        all += va_arg(list, int);
    }
    va_end(list);
    return all;
}

int main(void) {
    return sum(2, 1, 2.5) > 3;
}
