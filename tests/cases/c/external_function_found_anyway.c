// verdict: violated
// error: assertion-failure at 12
// native: no
// An error on another path counts, whatever the unknown function does.
#include "plica.h"

int device_status(int channel);

int main(void) {
    int channel = plica_range(0, 4, "channel");
    if (channel == 2) return device_status(channel);
    plica_assert(channel != 3);
    return 0;
}
