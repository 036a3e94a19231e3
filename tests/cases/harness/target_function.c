// A function as the target: its entry counts as an error.
// run: check --target handle_overflow
// verdict: violated
// error: target-reached
// native: no
#include "plica.h"

static void handle_overflow(void) {}

int main(void) {
    unsigned char n = plica_uchar("n");
    if (n > 250) handle_overflow();
    return 0;
}
