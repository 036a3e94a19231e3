// run: check --target reach_error
// verdict: violated
// error: target-reached at 9
// native: no
// A function that marks an error can still be named as a target.
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    if (__VERIFIER_nondet_uchar() == 7) reach_error();
    return 0;
}
