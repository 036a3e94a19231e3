// A list of checks is exact: where nobody looks for it, what was compiled to abort ends the program.
// run: check --checks assert -- -fsanitize=signed-integer-overflow -fno-sanitize-recover=all
// verdict: holds
#include "plica.h"
int main(void) {
    int x = plica_int("x"), y = x + 1;
    plica_assert(y > x);
    return 0;
}
