// run: check --checks overflow
// verdict: holds
// The twin of signed_overflow_bad.c; unsigned arithmetic may wrap around.
#include "plica.h"

int main(void) {
    int a = plica_int("a"), b = plica_int("b");
    long distance = (long)a - b;
    unsigned wrapped = (unsigned)a - (unsigned)b;
    return distance < 10 && wrapped < 10;
}
