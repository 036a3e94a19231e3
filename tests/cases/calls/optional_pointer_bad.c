// verdict: violated
// error: null-dereference at 8
// A pointer parameter may be null: one path of the callee does not look.
#include "plica.h"

static int divide(int a, int b, int *error) {
    if (b == 0) {
        *error = 1;
        return 0;
    }
    if (error) *error = 0;
    return a / b;
}

int main(void) {
    int error = -1, a = plica_range(0, 100, "a"), b = plica_range(0, 3, "b");
    divide(a, b, &error);
    plica_assert(error == (b == 0));
    if (b != 1) divide(a, b - (a == 50), 0);
    return 0;
}
