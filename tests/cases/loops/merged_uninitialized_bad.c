// run: check --checks +uninit
// verdict: violated
// error: uninitialized-read at 17
// One of the paths that meet has not written the variable.
#include "plica.h"

int main(void) {
    unsigned char in[3];
    plica_make_symbolic(in, sizeof in, "in");
    int last[3], n = 0;
    for (int i = 0; i < 3; i++) {
        if (in[i] > 7) {
            last[i] = in[i];
            n++;
        }
    }
    if (n == 2 && last[0] > 3) return 1;
    return 0;
}
