// run: check --checks overflow
// verdict: holds
#include <stdlib.h>
#include "plica.h"
int main(void) {
    int n = plica_int("n");
    return n == -2147483647 - 1 ? 0 : abs(n) > 5;
}
