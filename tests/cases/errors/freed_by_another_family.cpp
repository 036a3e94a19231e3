// What new[] allocates is for delete[] to free, what new allocates for delete, and what malloc allocates for free.
// verdict: violated
// error: invalid-free at 13
// error: invalid-free at 17
// error: invalid-free at 21
// error: invalid-free at 25
// native: no
#include "plica.h"
#include <stdlib.h>
int main() {
    switch (plica_range(0, 5, "which")) {
    case 0: {
        delete new int[2];
        break;
    }
    case 1: {
        delete[] new int(1);
        break;
    }
    case 2: {
        free(new int(1));
        break;
    }
    case 3: {
        delete (int *)malloc(4);
        break;
    }
    default: {
        delete[] new int[2];
        delete new int(1);
        free(malloc(4));
    }
    }
    return 0;
}
