// verdict: violated
// error: assertion-failure at 12
// native: no
// A pipe or a terminal gives fewer bytes than were asked for.
#include <unistd.h>
#include "plica.h"

int main(void) {
    char text[4];
    long n = read(0, text, 4);
    if (n <= 0) return 0;
    plica_assert(n == 4);
    return 0;
}
