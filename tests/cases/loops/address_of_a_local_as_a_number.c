// Each iteration has a local variable of its own, whose address is kept as a number: it differs from one to the next.
// verdict: holds
#include "plica.h"

int main(void) {
    int n = plica_range(1, 9, "n");
    unsigned long last = 0, before = 0;
    for (int i = 0; i < n; i++) {
        int x, *p = &x;
        *p = i;
        before = last;
        last = (unsigned long)p ^ 1;
    }
    plica_assert(n < 2 || last != before);
    return 0;
}
