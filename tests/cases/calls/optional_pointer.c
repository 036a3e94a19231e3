// verdict: holds
// A pointer parameter may be null: the callee looks before it writes.
#include "plica.h"

static int divide(int a, int b, int *rest) {
    if (b == 0) return 0;
    if (rest) *rest = a % b;
    return a / b;
}

int main(void) {
    int a = plica_range(0, 100, "a"), b = plica_range(0, 10, "b"), rest = -1;
    int without = divide(a, b, 0);
    plica_assert(rest == -1);
    int with = divide(a, b, b == 3 ? &rest : 0);
    plica_assert(with == without);
    plica_assert(b == 3 ? rest == a - 3 * with : rest == -1);
    return 0;
}
