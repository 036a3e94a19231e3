// run: check --checks overflow
// verdict: violated
// error: signed-overflow at 7
// The least int has no absolute value that is one.
#include "plica.h"
int main(void) {
    return __builtin_abs(plica_int("n")) > 5;
}
