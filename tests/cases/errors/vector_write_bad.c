// verdict: violated
// error: out-of-bounds at 9
// native: no
// A vector has four elements.
#include "plica.h"
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
    v4 f = {1, 2, 3, 4};
    f[plica_range(0, 5, "k")] = 7;
    return f[0];
}
