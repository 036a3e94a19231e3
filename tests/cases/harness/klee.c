// verdict: violated
// error: assertion-failure at 21
// A harness written for KLEE.
#include <klee/klee.h>

static int sign(int x) {
    if (x == 0) return 0;
    return x < 0 ? -1 : 1;
}

int main(void) {
    int a;
    unsigned char bytes[2];
    klee_make_symbolic(&a, sizeof(a), "a");
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    klee_assume(a > -10);
    int b = klee_range(0, 3, "b");
    klee_prefer_cex(&a, a == 3);
    if (bytes[0] == 200) klee_silent_exit(0);
    klee_assert(sign(a) * b + bytes[1] >= -2 && bytes[0] != 200);
    klee_assert(sign(a) * b + bytes[1] < 257);
    return 0;
}
