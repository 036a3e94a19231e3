// verdict: holds
// The twin of remainder_by_zero_bad.c.
#include "plica.h"

int main(void) {
    unsigned size = plica_uchar("size");
    unsigned hash = plica_uint("hash");
    size += 1;
    return (int)(hash % size);
}
