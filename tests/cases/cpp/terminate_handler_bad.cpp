// verdict: violated
// error: null-dereference at 9
// The handler of std::terminate is called where nobody catches an exception, and has an error itself.
#include "plica.h"
#include <exception>
#include <stdlib.h>

static int *last;
static void goodbye() { *last = 1; exit(3); }

int main() {
    std::set_terminate(goodbye);
    if (plica_int("n") == 6) throw 1;
    return 0;
}
