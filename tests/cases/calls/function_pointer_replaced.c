// verdict: holds
// A callee replaces the function that the next call goes through.
#include "plica.h"

static int first(void);
static int second(void);
static int (*handler)(void) = first;

static int first(void) {
    handler = second;
    return 1;
}

static int second(void) {
    handler = first;
    return 2;
}

static int call(void) { return handler(); }

int main(void) {
    if (plica_bool("skip")) call();
    int a = call(), b = call(), c = call();
    plica_assert(a == c && a + b == 3);
    return 0;
}
