// verdict: holds
// An error function with a body that is not called.
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { __builtin_trap(); }
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x * 2 == 99) reach_error();
    return 0;
}
