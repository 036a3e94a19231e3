// run: check --args 1 --arg -n
// verdict: violated
// error: assertion-failure at 8
// A known argument stands where its option does.
#include "plica.h"

int main(int argc, char **argv) {
    plica_assert(argc == 3 && argv[1][0] != argv[2][1]);
    return 0;
}
