// run: check --time-limit 30s
// verdict: holds
// What one byte is says nothing of a sum of thousands of others, whose parts are read one after the other.
#include "plica.h"

#define N 4000

static unsigned char b[N], s[N];

int main(void) {
    PLICA_SYMBOLIC(b);
    unsigned char all = 1;
    for (int i = 0; i < N; i++) s[i] = all = (unsigned char)(all + b[i]) ^ 5;
    if (b[0] != 3) return 0;
    for (int i = 0; i < N; i++)
        if ((s[i] & 1) == 2) return 1;
    for (int i = 2; i < N; i++) all = (unsigned char)(all + b[i]) ^ 5;
    plica_assert((all & 1) != 2);
    return 0;
}
