// verdict: violated
// error: null-dereference at 8
// Null plus a number is no address.
#include "plica.h"
int main(void) {
    char *p = 0;
    unsigned n = plica_uint("n");
    return p[n];
}
