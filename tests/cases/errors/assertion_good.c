// verdict: holds
// The twin of assertion_bad.c: the difference cannot wrap around.
#include <assert.h>
#include "plica.h"

int main(void) {
    unsigned low = plica_uint("low"), high = plica_uint("high");
    plica_assume(low <= high);
    unsigned middle = low + (high - low) / 2;
    assert(low <= middle && middle <= high);
    return 0;
}
