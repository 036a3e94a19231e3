// verdict: violated
// error: error-call at 8
// native: no
// The body of __VERIFIER_error would end the program as if nothing had happened. It is static, so native runs run it.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static void __VERIFIER_error(void) { exit(0); }
static void check(int condition) { if (!condition) __VERIFIER_error(); }
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    check(x * 3 != 99);
    return 0;
}
