// run: check
// verdict: violated
// error: assertion-failure at 16
// A summary of the call is a choice of values: what the call takes in the concrete run is in no count of the path's.
#include "plica.h"

static void count(int *n) {
    for (int i = 0; i < 4000; i++) {}
    (*n)++;
}

int main(void) {
    int n = 0;
    for (int j = 0; j < 10; j++) {
        count(&n);
        plica_assert(n < 9);
    }
}
