// memcpy within one array: the places overlap when the distance is less than the length.
// verdict: violated
// error: overlapping-copy at 11
#include <string.h>
#include "plica.h"

int main(void) {
    char text[16] = "abcdefghijklmno";
    unsigned distance = plica_uint("distance");
    plica_assume(distance >= 1 && distance <= 8);
    memcpy(text, text + distance, 6);
    return text[0];
}
