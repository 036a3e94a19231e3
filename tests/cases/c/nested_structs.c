// verdict: holds
// Arrays of structures of arrays, read and written at symbolic indices.
#include "plica.h"

struct cell { char kind; short values[3]; };
struct row { int id; struct cell cells[4]; };
static struct row grid[3];

int main(void) {
    unsigned r = plica_uint("r"), c = plica_uint("c"), v = plica_uint("v");
    short x = plica_short("x");
    plica_assume(r < 3 && c < 4 && v < 3);
    for (int i = 0; i < 3; i++) grid[i].id = i;
    grid[r].cells[c].values[v] = x;
    grid[r].cells[c].kind = 'k';
    plica_assert(grid[r].cells[c].values[v] == x);
    plica_assert(grid[r].id == (int)r);
    plica_assert(grid[(r + 1) % 3].cells[c].values[v] == 0);
    plica_assert(grid[2].cells[3].values[2] == (r == 2 && c == 3 && v == 2 ? x : 0));
    return 0;
}
