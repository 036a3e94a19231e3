// verdict: violated
// error: error-call at 16
// error: error-call at 18
// The distance to a pointer that is one of two: once it was wrong where the other object was possible too.
#include <stdint.h>
#include "plica.h"

int a[4], b[4];

int main(void) {
    int *table[2] = {a + 1, b};
    unsigned i = plica_uint("i");
    plica_assume(i < 2);
    int *p = table[i];
    if (i == 0) {
        if (&a[3] - p == 2) plica_error("two elements apart");
    } else {
        if (*(int *)((uintptr_t)a + ((uintptr_t)b - (uintptr_t)a)) == 0) plica_error("from one object to the other");
    }
    return 0;
}
