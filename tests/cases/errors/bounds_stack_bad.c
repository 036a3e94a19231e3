// verdict: violated
// error: out-of-bounds at 9
// A write below the start of a local array: the sign of the index was forgotten.
#include "plica.h"

int main(void) {
    char buffer[8] = {0};
    int at = plica_int("at");
    if (at < 8) buffer[at] = 1;
    return buffer[0];
}
