// verdict: holds
// The standard streams are three different ones, also where nothing else of <stdio.h> is used.
#include <stdio.h>
#include "plica.h"

int main(void) {
    plica_assert(stderr != 0 && stdout != 0 && stdin != 0);
    plica_assert(stderr != stdout && stdin != stdout && stdin != stderr);
    return 0;
}
