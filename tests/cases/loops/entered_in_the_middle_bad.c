// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 17
// A loop that a jump enters in its middle has a part more of the second half.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), i = 0, begins = 0, ends = 0;
    plica_assume(n > 4 && n < 9);
    if (plica_bool("middle")) goto middle;
    while (i < n) {
        begins++;
    middle:
        ends++;
        i++;
    }
    plica_assert(begins == ends);
    return 0;
}
