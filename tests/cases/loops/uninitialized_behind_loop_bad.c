// run: check --checks +uninit
// verdict: violated
// error: uninitialized-read at 19
// One of the ways through the loop has not written the variable, which reading it tells, folded, merged or walked.
#include "plica.h"

static void note(int *to, int value) {
    *to = value;
}

int main(void) {
    unsigned char in[3];
    plica_make_symbolic(in, sizeof in, "in");
    int last, large = 0;
    for (int i = 0; i < 3; i++) {
        if (in[i] > 7) note(&last, in[i]);
        if (in[i] > 99) large++;
    }
    if (large < 3 && last > 9) return 1;
    return 0;
}
