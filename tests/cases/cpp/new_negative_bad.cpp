// verdict: violated
// error: uncaught-exception at 9
// A negative number of elements is more than there can be.
#include "plica.h"

int main() {
    int n = plica_int("n");
    if (n > 8) return 0;
    int *block = new int[n];
    delete[] block;
    return 0;
}
