// verdict: holds
// What is asked of the processor in assembly: it has no optional features, which is named.
#include <cpuid.h>
#include "plica.h"

int main(void) {
    unsigned a, b, c, d;
    plica_assert(!__get_cpuid(1, &a, &b, &c, &d));
    plica_assert(__get_cpuid_max(0, 0) == 0);
    return 0;
}
