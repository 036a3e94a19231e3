// run: check --args ..3x4
// verdict: holds
// Any number of arguments up to three; behind the last there is null.
#include <string.h>
#include "plica.h"

int main(int argc, char **argv) {
    plica_assert(argc >= 1 && argc <= 4 && !argv[argc]);
    unsigned long length = 0;
    for (int i = 1; i < argc; i++) length += strlen(argv[i]);
    plica_assert(length <= 12);
    return argv[0][0];
}
