// A buffer filled and summed up without an input: executed, not folded into formulas.
//
// verdict: holds
#include <assert.h>
static unsigned char b[20000];
int main(void) {
    unsigned x = 1, s = 0;
    for (int i = 0; i < 20000; i++) {
        x = x * 1664525u + 1013904223u;
        b[i] = x >> 24;
    }
    for (int i = 0; i < 20000; i++) s = s * 31 + b[i];
    assert(s != 12345);
    return 0;
}
