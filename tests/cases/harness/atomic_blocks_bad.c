// SV-COMP's marks of what happens at once.
// verdict: violated
// error: error-call at 10
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), reach_error(void);
int main(void) {
    __VERIFIER_atomic_begin();
    int x = __VERIFIER_nondet_int();
    __VERIFIER_atomic_end();
    if (x == 7) reach_error();
    return 0;
}
