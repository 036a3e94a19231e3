// run: check --checks overflow
// verdict: holds
// Every other int has one.
#include "plica.h"
int main(void) {
    int n = plica_int("n");
    return n == -2147483647 - 1 ? 0 : __builtin_abs(n) > 5;
}
