//! The bug that slept in binary searches for twenty years:
//!
//!     plica check examples/midpoint.c                      the assertion fails
//!     plica check --checks overflow examples/midpoint.c    the cause: signed-overflow in low + high
//!
//! For large bounds low + high leaves the range of int. With `low + (high - low) / 2` both runs hold.
#include "plica.h"

int main(void) {
    int low = plica_int("low"), high = plica_int("high");
    plica_assume(0 <= low && low <= high);
    int middle = (low + high) / 2;
    plica_assert(low <= middle && middle <= high);
    return 0;
}
