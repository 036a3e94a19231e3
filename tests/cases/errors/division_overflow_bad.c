// verdict: violated
// error: division-overflow at 9
// The quotient of the smallest number and -1 does not exist.
#include "plica.h"

int main(void) {
    int a = plica_int("a"), b = plica_int("b");
    if (b == 0) return 0;
    return a / b == 3;
}
