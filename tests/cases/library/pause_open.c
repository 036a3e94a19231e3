// verdict: undecided
// reason: waits_for_a_signal
// A path that waits for a signal which the program does not send.
#include <unistd.h>
#include "plica.h"

int main(void) {
    pause();
    plica_assert(0);
    return 0;
}
