// A static variable whose initialisation comes to it again has no value by then.
// run: check
// verdict: violated
// error: abort at 8
#include "plica.h"

static int factorial(int n) {
    static int value = n > 1 ? n * factorial(n - 1) : 1;
    return value;
}

int main() {
    int n = plica_int("n");
    plica_assume(n < 3);
    return factorial(n) == 0;
}
