// verdict: holds
// The callee reads through a kept pointer: it sees what the caller has written since.
#include "plica.h"

static const int *watched;

static int seen(void) { return watched ? *watched : -1; }

int main(void) {
    int x = 3, y = plica_range(0, 50, "y");
    plica_assert(seen() == -1);
    watched = &x;
    plica_assert(seen() == 3);
    x = y;
    plica_assert(seen() == y);
    watched = &y;
    y++;
    plica_assert(seen() == x + 1);
    return 0;
}
