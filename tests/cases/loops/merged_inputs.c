// run: check
// verdict: holds
// On one side of a decision more is read: such paths stay apart, and what is read later is not what was read before.
#include "plica.h"
#include <assert.h>

int main(void) {
    int n = 0, sum = 0;
    for (int i = 0; i < 4; i++) {
        unsigned char x = plica_uchar("x");
        if (x > 9) {
            unsigned char y = plica_uchar("y");
            sum += y == x;
        } else {
            n++;
        }
    }
    unsigned char last = plica_uchar("last");
    assert(n + sum <= 4);
    if (n == 4) assert(sum == 0);
    if (last == 3 && sum == 2) assert(n <= 2);
    return 0;
}
