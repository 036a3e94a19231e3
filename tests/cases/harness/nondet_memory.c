// verdict: violated
// error: error-call at 9
// `__VERIFIER_nondet_memory` was taken for an input without a value: the memory kept what it had.
void __VERIFIER_nondet_memory(void *memory, unsigned long size);
void reach_error(void);
int main(void) {
    int x = 0, y = 0;
    __VERIFIER_nondet_memory(&x, sizeof x);
    if (x == 5) reach_error();
    if (y != 0) reach_error();
    return 0;
}
