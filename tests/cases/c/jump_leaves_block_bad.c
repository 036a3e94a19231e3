// A longjmp leaves blocks: their variables are gone where it comes to, arrays of variable length too.
// verdict: violated
// error: use-after-free at 13
// error: use-after-free at 22
// native: no
#include "plica.h"
#include <setjmp.h>

static jmp_buf place;
static int *volatile keep;

static int array(int n) {
    if (setjmp(place)) return *keep;
    {
        int a[n];
        a[0] = 5;
        keep = a;
        longjmp(place, 1);
    }
}
static int plain(void) {
    if (setjmp(place)) return *keep;
    while (1) {
        int x = 4;
        keep = &x;
        longjmp(place, 1);
    }
}

int main(void) {
    int n = plica_range(0, 5, "n");
    return n ? array(n) : plain();
}
