// run: check --target label:state
// verdict: violated
// error: target-reached at 16
// native: no
// A label that is called like a variable: clang numbers the block, debug information does not. Neither the label state1
// nor the one that is called like the block is meant.
#include "plica.h"

int main(void) {
    int state = 0;
    unsigned char n = plica_uchar("n");
    if (n > 200) goto state;
    if (n > 100) goto state1;
    return 0;
state:
    state = 5;
    if (n < 100) goto state6;
    return state;
state1:
    return 1;
state6:
    return 2;
}
