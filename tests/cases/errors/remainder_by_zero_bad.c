// verdict: violated
// error: division-by-zero at 10
// A hash into a table whose size wraps around to zero.
#include "plica.h"

int main(void) {
    unsigned char size = plica_uchar("size");
    unsigned hash = plica_uint("hash");
    size += 1;
    return (int)(hash % size);
}
