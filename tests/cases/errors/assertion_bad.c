// verdict: violated
// error: assertion-failure at 11
// The midpoint of two numbers leaves their range when the sum wraps around.
#include <assert.h>
#include "plica.h"

int main(void) {
    unsigned low = plica_uint("low"), high = plica_uint("high");
    plica_assume(low <= high);
    unsigned middle = (low + high) / 2;
    assert(low <= middle && middle <= high);
    return 0;
}
