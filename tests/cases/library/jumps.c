// verdict: holds
// Jumps out of calls: the innermost place that the buffer names, more than one place in a function, places in a loop.
#include <setjmp.h>
#include "plica.h"

static jmp_buf outer, inner;
static int passed;

static void deep(int n, jmp_buf to) {
    if (n == 0) longjmp(to, 0);
    deep(n - 1, to);
    passed = 1;
}

static int nested(int n) {
    if (setjmp(inner)) return 10;
    if (n == 1) deep(2, inner);
    if (n == 2) deep(1, outer);
    return 20;
}

static int places(int n) {
    jmp_buf first, second;
    volatile int steps = 0;
    int a = setjmp(first);
    if (a == 0) steps = 1;
    int b = setjmp(second);
    if (a == 0 && n == 3) longjmp(first, 7);
    if (b == 0 && n == 4) longjmp(second, 8);
    return steps * 100 + a * 10 + b;
}

static int rounds(void) {
    jmp_buf back;
    volatile int tries = 0;
    while (setjmp(back) < 3) {
        tries++;
        longjmp(back, tries);
    }
    return tries;
}

int main(void) {
    int n = plica_int("n");
    if (setjmp(outer)) {
        plica_assert(n == 2 && !passed);
        return 0;
    }
    int result = nested(n);
    plica_assert(result == (n == 1 ? 10 : 20) && n != 2 && !passed);
    plica_assert(places(n) == (n == 3 ? 170 : n == 4 ? 108 : 100));
    plica_assert(rounds() == 3);
    return 0;
}
