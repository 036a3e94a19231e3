// run: check
// verdict: violated
// error: error-call at 15
// error: division-by-zero at 19
// The same loops, but what changes decides something in the end.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    unsigned sum = 0, step = __VERIFIER_nondet_int();
    int ring[3] = {1, 2, 0}, at = 0;
    if (step == 3) {
        for (;;) {
            sum += step;
            if (sum == 3000) reach_error();
        }
    }
    if (step == 4) {
        for (unsigned char left = 255;;) at = ring[at], left -= 1, sum += 100 / left;
    }
    return 0;
}
