// verdict: holds
// The twin of svcomp.c; the error function is the program's own, and ends in abort on no path.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

void check(int condition) {
    if (!condition) {
    ERROR:
        reach_error();
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
    check(y < 10);
    return 0;
}
