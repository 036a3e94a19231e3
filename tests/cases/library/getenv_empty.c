// run: check --environment empty
// verdict: holds
// No variable of the environment is set.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    plica_assert(!getenv("HOME"));
    return 0;
}
