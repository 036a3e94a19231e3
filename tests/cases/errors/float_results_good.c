// Infinities and NaNs that were there before are passed on.
// run: check --checks +float,float-cast
// verdict: holds
#include <math.h>
#include "plica.h"
int main(void) {
    int k = plica_range(0, 5, "k");
    double inf = INFINITY, nan = NAN, d = k + 1;
    return inf + d > 1 && nan * d != nan && (int)(k / d) == 0 && (float)d > 0 && (unsigned char)(d * 50) > 10;
}
