// verdict: violated
// error: error-call at 6
// native: no
// A call of reach_error is the error, whatever its body: here none at all, which a native run does not notice.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 6) reach_error();
    return 0;
}
