// verdict: holds
// Global objects are constructed before main; a local static one at its first use.
#include "plica.h"

struct Counter {
    int value;
    explicit Counter(int v) : value(v * 2) {}
};

static Counter global(21);
static int computed = global.value + 1;

int main() {
    plica_assert(global.value == 42 && computed == 43);
    return 0;
}
