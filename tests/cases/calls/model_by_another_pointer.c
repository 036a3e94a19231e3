//! A function of the library by a pointer that passes something else than it takes.
//! verdict: undecided
//! reason: free is called by a pointer of another type
#include "plica.h"
#include <stdlib.h>

int main(void) {
    void (*volatile call)(int) = (void (*)(int))free;
    call(plica_int("x"));
    return 0;
}
