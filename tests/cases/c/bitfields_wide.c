// verdict: holds
// A run of bit-fields of more than 128 bits is one number to the compiler.
#include "plica.h"

struct __attribute__((packed)) flags {
    unsigned a : 29;
    int b : 31;
    unsigned long c : 60;
    int d : 17;
    unsigned long e : 50;
    int f : 3;
};

int main(void) {
    volatile struct flags v = {1, -2, 3, -4, 5, -1};
    struct flags f = {1, -2, 3, -4, 5, -1};
    unsigned a = plica_uint("a");
    int b = plica_int("b"), d = plica_int("d");
    unsigned long c = plica_ulong("c"), e = plica_ulong("e");
    plica_assert(v.a == 1 && v.b == -2 && v.c == 3 && v.d == -4 && v.e == 5 && v.f == -1);
    v.d = -65536;
    v.e = 0x2aaaaaaaaaaaaul;
    plica_assert(v.a == 1 && v.b == -2 && v.c == 3 && v.d == -65536 && v.e == 0x2aaaaaaaaaaaaul && v.f == -1);
    plica_assume(b >= -(1 << 30) && b < 1 << 30 && d >= -65536 && d < 65536);
    f.a = a;
    f.b = b;
    f.c = c;
    f.d = d;
    f.e = e;
    plica_assert(f.a == (a & 0x1fffffff) && f.b == b && f.c == (c & 0xffffffffffffffful));
    plica_assert(f.d == d && f.e == (e & 0x3fffffffffffful) && f.f == -1);
    return 0;
}
