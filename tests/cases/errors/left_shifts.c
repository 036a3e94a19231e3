// A left shift of a negative value, and one that shifts the sign out, are undefined.
// run: check --checks +overflow
// verdict: violated
// error: signed-overflow at 9
// error: signed-overflow at 10
#include "plica.h"
int main(void) {
    int x = plica_int("x"), n = plica_range(0, 31, "n");
    if (x < 0) return x << 1;
    x = x << n;
    // Unsigned values are shifted as one likes.
    return (int)((unsigned)x << n & 7u) - (x >> n);
}
