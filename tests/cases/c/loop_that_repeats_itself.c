// verdict: holds
// A path that returns to a state that it was in goes on like that for ever: it reaches no error.
#include "plica.h"

int main(void) {
    int flags[2] = {0, 1}, turn = plica_range(0, 3, "turn");
    if (turn == 2) return 0;
    for (int i = 0;; i = 1 - i) {
        flags[1] = 1;
        if (flags[0]) plica_error("never");
    }
}
