// run: check
// verdict: holds
// Loops that never end, although a value changes in each round: it decides nothing.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    unsigned sum = 0, mix = 1, step = __VERIFIER_nondet_int();
    int ring[3] = {1, 2, 0}, at = 0;
    if (step == 3) {
        for (;;) {
            sum += step;
            mix ^= sum;
        }
    }
    if (step == 4) {
        // Three rounds until the place is the same.
        for (;;) {
            at = ring[at];
            sum += step;
            if (at > 2) reach_error();
        }
    }
    return 0;
}
