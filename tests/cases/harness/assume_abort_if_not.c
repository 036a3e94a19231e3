// verdict: holds
// SV-COMP's assumption, which its programs define in plain C, ends a path and is no error.
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
    if (!cond) { abort(); }
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 10);
    assume_abort_if_not(x < 20);
    if (x * x < 121 || x * x > 361) reach_error();
    return 0;
}
