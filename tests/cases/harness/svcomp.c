// verdict: violated
// error: error-call at 12
// A task in the style of SV-COMP, without any header.
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);

void check(int condition) {
    if (!condition) {
    ERROR:
        __VERIFIER_error();
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    __VERIFIER_assume(x >= 0 && x < 5);
    while (x > 0) {
        x--;
        if (__VERIFIER_nondet_bool()) y += 2;
    }
    check(y % 2 == 0);
    check(y < 8);
    return 0;
}
