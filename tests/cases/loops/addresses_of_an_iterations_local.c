// Each iteration has a local variable of its own, and what points to it points to nothing behind the iteration.
// verdict: violated
// error: use-after-free at 14
#include "plica.h"
struct s { int v, *p; };
int main(void) {
    int n = plica_range(1, 40, "n"), *ps[2] = {&n, &n};
    struct s t[2] = {{1, &n}, {2, &n}};
    for (int i = 0; i < n; i++) {
        int x = i;
        ps[i & 1] = &x;
        t[i & 1].p = &x;
    }
    return n < 20 ? *ps[0] : *t[0].p;
}
