// run: check --args ..3x4
// verdict: violated
// error: null-dereference at 11
// error: assertion-failure at 10
// The second argument is used where there is at least one; the third may be any where there are three.
#include "plica.h"

int main(int argc, char **argv) {
    if (argc < 2) return 0;
    if (argc == 4) plica_assert(argv[3][0] != 'h' || argv[3][1]);
    return argv[2][0];
}
