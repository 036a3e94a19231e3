// run: check --time-limit 20s
// verdict: holds
// What a walking pointer has written is there, wherever one looks.
#include "plica.h"

static unsigned char a[6];

int main(void) {
    int n = plica_int("n"), any = plica_int("any");
    plica_assume(n > 0 && n <= 6 && any >= 0 && any < n);
    for (unsigned char *p = a; p < a + n; p++) *p = 7;
    plica_assert(a[any] == 7);
    return 0;
}
