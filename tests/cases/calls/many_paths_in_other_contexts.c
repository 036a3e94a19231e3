// verdict: holds
// The callee has a million paths of its own, all but one of them excluded by the argument.
#include "plica.h"

static int weight(unsigned x) {
    int w = 0;
    if (x & 0x1) w += 1;
    if (x & 0x2) w += 2;
    if (x & 0x4) w += 3;
    if (x & 0x8) w += 5;
    if (x & 0x10) w += 7;
    if (x & 0x20) w += 11;
    if (x & 0x40) w += 13;
    if (x & 0x80) w += 17;
    if (x & 0x100) w += 19;
    if (x & 0x200) w += 23;
    if (x & 0x400) w += 29;
    if (x & 0x800) w += 31;
    if (x & 0x1000) w += 37;
    if (x & 0x2000) w += 41;
    if (x & 0x4000) w += 43;
    if (x & 0x8000) w += 47;
    if (x & 0x10000) w += 53;
    if (x & 0x20000) w += 59;
    if (x & 0x40000) w += 61;
    if (x & 0x80000) w += 67;
    if (w == 2) plica_error("two");
    return w;
}

int main(void) {
    plica_assert(weight(0x5) == 4);
    unsigned x = plica_uint("x");
    if (x >> 2 == 0x333 && (x & 3) != 2) plica_assert(weight(x) > 19);
    return 0;
}
