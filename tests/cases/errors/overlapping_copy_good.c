// memmove may overlap, memcpy onto itself or far enough away is fine.
// verdict: holds
#include <string.h>
#include "plica.h"

int main(void) {
    char text[16] = "abcdefghijklmno";
    unsigned distance = plica_uint("distance");
    plica_assume(distance >= 1 && distance <= 8);
    memmove(text, text + distance, 6);
    plica_assert(text[0] == 'a' + (int)distance);
    memcpy(text, text + 8, 6);
    return text[0];
}
