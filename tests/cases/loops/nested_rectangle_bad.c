// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 12
// A loop in a loop: a count of 12 is possible.
#include "plica.h"

int main(void) {
    unsigned rows = plica_uint("rows"), columns = plica_uint("columns"), count = 0;
    plica_assume(rows <= 4 && columns <= 4);
    for (unsigned i = 0; i < rows; i++)
        for (unsigned j = 0; j < columns; j++) count++;
    plica_assert(count != 12);
    return 0;
}
