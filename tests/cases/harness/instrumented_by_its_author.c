// The author's own -fsanitize counts, without an option of ours.
// run: check -- -fsanitize=signed-integer-overflow,unsigned-integer-overflow -fno-sanitize-recover=all
// verdict: violated
// error: signed-overflow at 9
// error: unsigned-overflow at 10
#include "plica.h"
int main(void) {
    int x = plica_int("x"); unsigned n = plica_uint("n");
    if (x > 7) x = x + 1;
    return n > 7 && n * 2 == 4;
}
