// verdict: violated
// error: assertion-failure at 11
// Handlers run in reverse order, where main returns and in exit, and destructors after them.
#include <stdlib.h>
#include "plica.h"

static int order, wrong;

static void last(void) { order = 10 * order + 3; }
__attribute__((destructor)) static void after(void) {
    plica_assert(order == 123 || wrong != 7);
}
static void first(void) { order = 10 * order + 1; }
static void second(void) { order = 10 * order + 2; }

int main(void) {
    int n = plica_int("n");
    if (atexit(last) || atexit(second)) return 1;
    if (n > 0) atexit(first);
    if (n == 5) exit(3);
    if (n == -5) {
        wrong = 7;
        exit(2);
    }
    return 0;
}
