// verdict: violated
// error: null-dereference at 8
// The pointer is looked at without the first test having been true: `|` for `||`.
#include "plica.h"

static int is_null(const int *p) { return p == 0; }
static int is_zero(const int *p) {
    return *p == 0;
}

int main(void) {
    int x = plica_int("x");
    const int *p = x == 4 ? 0 : &x;
    if (is_null(p) || is_zero(p)) plica_assert(x == 4 || x == 0);
    if (is_null(p) | is_zero(p)) return 1;
    return 0;
}
