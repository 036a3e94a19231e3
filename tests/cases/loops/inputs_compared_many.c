// run: check --time-limit 60s --max-errors 1
// loops: compact
// verdict: holds
// Inputs are read by a loop that decides nothing: folded, it leaves arrays of inputs.
#include "plica.h"

enum { COUNT = 100000 };
static int a[COUNT], b[COUNT];

int main(void) {
    int equal = 1;
    for (int i = 0; i < COUNT; i++) {
        a[i] = plica_int("a");
        b[i] = plica_int("b");
    }
    for (int i = 0; i < COUNT; i++)
        if (a[i] != b[i]) equal = 0;
    if (equal)
        for (int i = 0; i < COUNT; i++) plica_assert(a[i] == b[i]);
    return 0;
}
