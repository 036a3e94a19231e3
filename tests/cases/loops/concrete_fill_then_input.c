// A table is computed without an input, and then read at an unknown place.
//
// verdict: violated
// error: assertion-failure at 14
#include <assert.h>
int plica_int(const char *);
static unsigned char b[300];
int main(void) {
    unsigned x = 1;
    for (int round = 0; round < 4000; round++)
        for (int i = 0; i < 256; i++) b[i] = (x = x * 5 + 1) >> 3;
    int i = plica_int("i");
    if (i < 0 || i >= 256) return 0;
    assert(b[i] != 77);
    return 0;
}
