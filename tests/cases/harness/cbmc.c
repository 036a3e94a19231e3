// verdict: violated
// error: assertion-failure at 14
// error: assertion-failure at 8
// A harness in the style of CBMC, without any header: nothing is declared but the inputs.
unsigned char nondet_uchar(void);
_Bool nondet_bool(void);
static int half(int n) {
    __CPROVER_precondition(n < 200, "half is for small numbers");
    return n / 2;
}
int main(void) {
    unsigned char n = nondet_uchar();
    __CPROVER_assume(n >= 100 && n % 2 == 0);
    __CPROVER_assert(n + 1 != 121, "121 is no successor");
    __CPROVER_cover(n == 150);
    __CPROVER_assert(half(n) * 2 == n, "even numbers have halves");
    if (nondet_bool()) __CPROVER_postcondition(n >= 100, "what was assumed holds");
    return 0;
}
