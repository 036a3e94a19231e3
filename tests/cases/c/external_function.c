// verdict: undecided
// reason: has no model
// A function that nobody defines could do anything.
#include "plica.h"

int device_status(int channel);

int main(void) {
    int channel = plica_range(0, 4, "channel");
    if (channel == 2) return device_status(channel);
    return 0;
}
