// run: check --time-limit 20s
// loops: compact
// verdict: holds
// A loop in a loop: rows times columns.
#include "plica.h"

int main(void) {
    unsigned rows = plica_uint("rows"), columns = plica_uint("columns"), count = 0;
    plica_assume(rows <= 1000 && columns <= 1000);
    for (unsigned i = 0; i < rows; i++)
        for (unsigned j = 0; j < columns; j++) count++;
    plica_assert(count == rows * columns);
    return 0;
}
