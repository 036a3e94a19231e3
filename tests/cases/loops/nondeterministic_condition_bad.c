// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 10
// An input decides each time whether the loop goes on; it may do so six times.
#include "plica.h"

int main(void) {
    unsigned x = 0;
    while (plica_bool("more")) x++;
    plica_assert(x != 6);
    return 0;
}
