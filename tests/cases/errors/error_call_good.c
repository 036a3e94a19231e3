// verdict: holds
// The twin of error_call_bad.c.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned head = 0, tail = 0;
    for (int i = 0; i < 5; i++) {
        if (__VERIFIER_nondet_uchar() & 1) {
            if (head - tail < 4) head++;
        } else if (tail != head) {
            tail++;
        }
        if (head - tail > 4) reach_error();
    }
    return 0;
}
