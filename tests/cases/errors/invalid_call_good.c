// A call through a pointer that is one of two functions.
// verdict: holds
#include "plica.h"

static int one(int x) { return x; }
static int other(int x) { return x + 0; }

typedef int (*function)(int);

int main(void) {
    int variable = plica_int("variable");
    function f = variable == 42 ? other : one;
    return f(variable) == variable;
}
