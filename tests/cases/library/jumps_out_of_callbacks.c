// verdict: holds
// A jump out of what a library function calls back, and to nowhere of what nobody takes part in.
#include <setjmp.h>
#include <stdlib.h>
#include "plica.h"

static jmp_buf back;

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x == y) longjmp(back, x + 1);
    return x < y ? -1 : 1;
}

int main(void) {
    int values[2] = {plica_uchar("a") % 4, plica_uchar("b") % 4};
    int equal = setjmp(back);
    if (equal) {
        plica_assert(values[0] == values[1] && equal == values[0] + 1);
        return 0;
    }
    qsort(values, 2, sizeof *values, compare);
    plica_assert(values[0] < values[1]);
    return 0;
}
