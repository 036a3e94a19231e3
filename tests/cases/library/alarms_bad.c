// verdict: violated
// error: assertion-failure at 10
// native: no
// How much time is left is not known.
#include <unistd.h>
#include "plica.h"

int main(void) {
    alarm(10);
    plica_assert(alarm(0) == 10);
    return 0;
}
