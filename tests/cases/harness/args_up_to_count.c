// run: check --args ..2x1
// verdict: violated
// error: assertion-failure at 7
// Only their number is looked at.
#include "plica.h"
int main(int argc) {
    plica_assert(argc != 3);
    return 0;
}
