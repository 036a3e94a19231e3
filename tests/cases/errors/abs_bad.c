// run: check --checks overflow
// verdict: violated
// error: signed-overflow at 8
// The least int has no absolute value that is one.
#include <stdlib.h>
#include "plica.h"
int main(void) {
    return abs(plica_int("n")) > 5;
}
