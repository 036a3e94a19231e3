// verdict: violated
// error: error-call
// KLEE's way to report an error of one's own.
#include "klee/klee.h"

int main(void) {
    int n = klee_int("n");
    if (n == 31337) klee_report_error(__FILE__, __LINE__, "the forbidden number", "user.err");
    return 0;
}
