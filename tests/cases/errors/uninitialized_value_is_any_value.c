// verdict: violated
// error: assertion-failure at 10
// native: no
// Without the check, memory that was never written has some value: what depends on it is found.
#include "plica.h"

int main(void) {
    int state[4];
    int *p = state;
    plica_assert(p[2] != 77);
    return 0;
}
