// run: check --time-limit 20s --args 3
// loops: compact
// verdict: violated
// error: assertion-failure at 21
// Both paths come to the loop alike but for what is known of the argument.
#include "plica.h"

int main(int argc, char **argv) {
    int known = 0;
    if (argc < 2) {
        return 0;
    }
    if (argv[1][0] == 'a') {
        known = 1;
    }
    known = 0;
    for (int i = 0; i < 3; i++) {
        if (argv[1][1] == 'q' + i) known++;
    }
    if (argv[1][0] == 'a') {
        plica_assert(0);
    }
    return 0;
}
