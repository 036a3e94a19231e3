// verdict: violated
// error: out-of-bounds at 9
// Two steps behind the chosen element is outside for one of the choices.
#include "plica.h"

int main(void) {
    short first[4] = {1, 2, 3, 4}, second[2] = {5, 6};
    short *p = plica_bool("second") ? second : first;
    return p[2];
}
