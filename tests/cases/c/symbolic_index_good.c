// verdict: holds
// A table inverted by symbolic writes and reads.
#include "plica.h"

int main(void) {
    static const unsigned char forward[8] = {3, 1, 4, 0, 5, 2, 7, 6};
    unsigned char backward[8] = {0};
    for (int i = 0; i < 8; i++) backward[forward[i]] = (unsigned char)i;
    unsigned at = plica_uint("at") % 8;
    plica_assert(backward[forward[at]] == at);
    unsigned char seen[8] = {0};
    unsigned a = plica_uint("a") % 8, b = plica_uint("b") % 8;
    seen[a] = 1;
    seen[b] += 2;
    plica_assert(seen[a] == (a == b ? 3 : 1));
    return 0;
}
