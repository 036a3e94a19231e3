// verdict: violated
// error: error-call at 14
// error: abort at 15
// The twin of assume_abort_if_not.c: an `abort` elsewhere is an error as ever.
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
    if (!cond) { abort(); }
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 10 && x < 20);
    if (x * x == 169) reach_error();
    if (x == 14) abort();
    return 0;
}
