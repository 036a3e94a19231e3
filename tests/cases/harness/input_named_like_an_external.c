// run: check --externals havoc
// verdict: violated
// error: assertion-failure at 11
// native: no
// An input that is called like a function without a model is not that function's result; once the two were one symbol.
#include "plica.h"

int device(void);

int main(void) {
    plica_assert(plica_int("device") == device());
    return 0;
}
