// run: check --time-limit 20s
// loops: compact
// verdict: holds
// Two loops of a known length fill arrays with inputs, another swaps these: cell by cell that would be 200,000 symbols.
#include "plica.h"

enum { N = 100000 };

static int a[N], b[N], before[N];

int main(void) {
    for (int i = 0; i < N; i++) before[i] = a[i] = plica_int("a");
    for (int i = 0; i < N; i++) b[i] = plica_int("b");
    for (int i = 0; i < N; i++) {
        int other = a[i];
        a[i] = b[i];
        b[i] = other;
    }
    for (int i = 0; i < N; i++) plica_assert(b[i] == before[i]);
    return 0;
}
