// verdict: holds
// It takes twenty thousand iterations until the state comes again.
#include "plica.h"

int main(void) {
    unsigned a = 0, b = 0;
    for (;;) {
        a = (a + 1) % 100;
        if (a == 0) b = (b + 1) % 200;
        plica_assert(a < 100 && b < 200);
    }
}
