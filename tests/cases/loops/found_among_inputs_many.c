// run: check --time-limit 60s
// loops: compact
// verdict: holds
// What is found first among 100,000 inputs is not there before.
#include "plica.h"

enum { N = 100000 };

static int a[N];

int main(void) {
    int wanted = plica_int("wanted"), i;
    for (i = 0; i < N; i++) a[i] = plica_int("a");
    for (i = 0; i < N && a[i] != wanted; i++) {}
    for (int k = 0; k < i; k++) plica_assert(a[k] != wanted);
    return 0;
}
