// verdict: violated
// error: assertion-failure at 9
// native: no
// A program whose owner is another than its user: who relies on both being the same is wrong.
#include <unistd.h>
#include "plica.h"

int main(void) {
    plica_assert(getuid() == geteuid());
    return 0;
}
