// verdict: holds
// Of several pointers, one of which is null, any may be freed and resized; one that is not null may be used.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    void *all[3] = {malloc(4), 0, malloc(2)};
    int i = plica_range(0, 3, "i");
    char *p = all[i];
    if (p) *p = 1;
    all[i] = realloc(p, 3);
    free(all[i]);
    all[i] = 0;
    for (int k = 0; k < 3; k++) free(all[k]);
    return 0;
}
