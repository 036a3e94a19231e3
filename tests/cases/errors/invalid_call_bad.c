// A call through a number that is the address of no function.
// verdict: violated
// error: invalid-call at 13
#include "plica.h"

static int one(int x) { return x; }

typedef int (*function)(int);

int main(void) {
    int variable = plica_int("variable");
    function f = variable == 42 ? (function)(void *)&variable : one;
    return f(variable) == variable;
}
