// run: check --time-limit 60s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 20
// Two loops count in one array, from the front and from the back. That both count the same is not seen, but that both
// may count sixty.
#include "plica.h"

static unsigned char a[400];

int main(void) {
    int n = plica_int("n"), forwards = 0, backwards = 0;
    plica_assume(n >= 0 && n <= 400);
    PLICA_SYMBOLIC(a);
    for (int i = 0; i < n; i++)
        if (a[i] > 200) forwards++;
    for (int i = n - 1; i >= 0; i--)
        if (a[i] > 200) backwards++;
    if (forwards == 60)
        plica_assert(backwards != 60);
    return 0;
}
