// run: check --time-limit 20s
// loops: compact
// verdict: holds
// A loop over structures writes one member and leaves the others.
#include "plica.h"

struct record {
    int key;
    short kind;
    unsigned value;
};

static struct record table[10000];

int main(void) {
    int n = plica_int("n"), any = plica_int("any");
    plica_assume(n >= 0 && n <= 10000 && any >= 0 && any < n);
    PLICA_SYMBOLIC(table);
    int key = table[any].key;
    for (int i = 0; i < n; i++) table[i].value = (unsigned)i + 1;
    plica_assert(table[any].value == (unsigned)any + 1 && table[any].key == key);
    return 0;
}
