// verdict: holds
// A vector that grows: what it held it keeps.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    int n = plica_range(1, 7, "n"), first = plica_int("first");
    int room = 1, used = 0, *items = malloc(sizeof *items);
    if (!items) return 0;
    for (int i = 0; i < n; i++) {
        if (used == room) {
            int *wider = realloc(items, (size_t)(room *= 2) * sizeof *items);
            if (!wider) {
                free(items);
                return 0;
            }
            items = wider;
        }
        items[used++] = i == 0 ? first : i;
    }
    plica_assert(items[0] == first && (n == 1 || items[n - 1] == n - 1));
    free(items);
    return 0;
}
