// verdict: holds
// Each round has memory of its own, which stays until the function returns.
#include "plica.h"

int main(void) {
    char *all[3];
    for (int i = 0; i < 3; i++) {
        all[i] = __builtin_alloca(100);
        all[i][99] = (char)i;
    }
    for (int i = 0; i < 3; i++)
        plica_assert(all[i][99] == i);
    return 0;
}
