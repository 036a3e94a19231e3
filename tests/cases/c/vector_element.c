// verdict: holds
// Elements of a vector at indices that are given.
#include "plica.h"
typedef int v4 __attribute__((vector_size(16)));

int main(void) {
    v4 f = {1, 2, 3, 4};
    int k = plica_range(0, 4, "k");
    plica_assert(f[k] == k + 1);
    f[k] = 7;
    plica_assert(f[k] == 7 && f[3 - k] == (3 - k == k ? 7 : 4 - k));
    return 0;
}
