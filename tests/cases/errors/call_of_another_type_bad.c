// A function that is called by its name, declared in another way or by a cast, takes what is passed.
// run: check --checks +call-type
// verdict: violated
// error: call-type at 14
// error: call-type at 15
// error: call-type at 16
// error: call-type at 17
#include "plica.h"
int two();
static void nothing(int x) { (void)x; }
static double half(double x) { return x / 2; }
int main(void) {
    int which = plica_range(0, 4, "which");
    if (which == 0) return two(1);
    if (which == 1) return two(1, 2.0);
    if (which == 2) return ((int (*)(int))half)(1);
    ((void (*)(void))nothing)();
    return 0;
}
int two(a, b) int a, b; { return a + b; }
