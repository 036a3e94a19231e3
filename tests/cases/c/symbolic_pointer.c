// verdict: holds
// A pointer that may point to one of several objects, of several sizes.
#include "plica.h"

int main(void) {
    int one = 1, many[3] = {10, 20, 30};
    int *choices[4] = {&one, many, many + 1, &many[2]};
    unsigned which = plica_uint("which") % 4;
    int *p = choices[which];
    plica_assert(*p == (which ? (int)which * 10 : 1));
    *p = 5;
    plica_assert(one + many[0] + many[1] + many[2] == (which ? 61 - 10 * (int)which + 5 : 65));
    return 0;
}
