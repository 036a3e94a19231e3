// verdict: holds
// A callee writes an array of the caller at a symbolic index; the other elements stay.
#include "plica.h"

static void put(int *v, int n, int at, int value) {
    if (at >= 0 && at < n) v[at] = value;
}

int main(void) {
    int v[6] = {0, 10, 20, 30, 40, 50};
    int at = plica_int("at"), read = plica_range(0, 6, "read");
    put(v, 6, at, 77);
    plica_assert(v[read] == 10 * read || (v[read] == 77 && read == at));
    plica_assert(at < 0 || at > 5 || v[at] == 77);
    return 0;
}
