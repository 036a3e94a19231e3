// States at the head of a loop differ by how a block was allocated, although nothing else tells them apart.
// verdict: violated
// error: invalid-free at 12
// native: no
#include "plica.h"
#include <stdlib.h>
int main() {
    int *p = plica_bool("b") ? (int *)malloc(4) : new int;
    int n = plica_range(0, 3, "n");
    for (int i = 0; i < n; i++)
        *p = i;
    free(p);
    return 0;
}
