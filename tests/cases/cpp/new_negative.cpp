// verdict: holds
// A size that no address space holds is told by an exception, or by null where that is asked for.
#include <new>
#include <vector>
#include "plica.h"

static bool is_there(int n) {
    try {
        int *block = new int[n];
        delete[] block;
        return true;
    } catch (const std::bad_alloc &) {
        return false;
    }
}

int main() {
    int n = plica_range(-8, 9, "n");
    plica_assert(is_there(n) == (n >= 0));
    int *block = new (std::nothrow) int[n];
    plica_assert((block != nullptr) == (n >= 0));
    delete[] block;
    std::vector<int> some(n < 0 ? 0 : n);
    plica_assert(some.size() < 9);
    return 0;
}
