// verdict: undecided
// reason: the conversion %G of strptime
// A conversion that the C library has and its model has not.
#define _GNU_SOURCE
#include <time.h>
#include "plica.h"

int main(void) {
    struct tm time = {0};
    plica_assert(strptime("2024", "%G", &time) != 0);
    return 0;
}
