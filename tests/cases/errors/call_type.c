// run: check --checks +call-type
// verdict: violated
// error: call-type at 12
// native: no
#include "plica.h"
static int takes_int(int x) { return x; }
static int takes_long(long x) { return (int)x; }
int main(void) {
    int k = plica_range(0, 2, "k");
    int (*f)(int) = takes_int;
    if (k) f = (int (*)(int))takes_long;
    return f(k);
}
