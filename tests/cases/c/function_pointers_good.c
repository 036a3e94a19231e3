// verdict: holds
// A table of functions, chosen by an input; function pointers in a structure and as a parameter.
#include "plica.h"

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int larger(int a, int b) { return a > b ? a : b; }

struct operation { const char *name; int (*apply)(int, int); };
static const struct operation operations[3] = {{"add", add}, {"subtract", subtract}, {"larger", larger}};

static int twice(int (*f)(int, int), int x) { return f(f(x, x), x); }

int main(void) {
    unsigned which = plica_uint("which");
    int x = plica_range(-100, 100, "x");
    plica_assume(which < 3);
    int result = twice(operations[which].apply, x);
    if (which == 0) plica_assert(result == 3 * x);
    if (which == 1) plica_assert(result == -x);
    if (which == 2) plica_assert(result == x);
    plica_assert(operations[which].apply == add || which != 0);
    return 0;
}
