// verdict: violated
// error: error-call at 6
// Not even declared: older harnesses rely on implicit declarations.
int main() {
    int x = __VERIFIER_nondet_int();
    if (x == 17) reach_error();
    return 0;
}
