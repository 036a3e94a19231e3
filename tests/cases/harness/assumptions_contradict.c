// verdict: holds
// No input passes: the assertion says nothing.
#include "plica.h"
static int limited(int x) {
    plica_assume(x > 5);
    return x;
}
int main(void) {
    int x = limited(plica_int("x"));
    plica_assume(x < 3);
    plica_assert(0);
    return 0;
}
