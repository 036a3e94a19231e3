// A line as the target.
// run: check --target target_line.c:13
// verdict: violated
// error: target-reached at 13
// native: no
#include "plica.h"

int main(void) {
    unsigned char n = plica_uchar("n");
    int k = 0;
    while (k < n) {
        k += 7;
        if (k == 77) k = 100;
    }
    return 0;
}
