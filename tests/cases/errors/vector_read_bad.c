// verdict: violated
// error: out-of-bounds at 9
// native: no
// A negative index is none.
#include "plica.h"
typedef short v8 __attribute__((vector_size(16)));
int main(void) {
    v8 f = {1, 2, 3, 4, 5, 6, 7, 8};
    return f[plica_range(-1, 2, "k")];
}
