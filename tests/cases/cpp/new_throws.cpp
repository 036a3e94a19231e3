// run: check --allocation may-fail
// verdict: holds
// Where there is no memory new throws, and what was made before is given back.
#include "plica.h"
#include <new>

int main() {
    int *first = nullptr;
    try {
        first = new int(1);
        int *second = new int[3]();
        plica_assert(*first + second[2] == 1);
        delete[] second;
    } catch (std::bad_alloc &) {
    }
    delete first;
    return 0;
}
