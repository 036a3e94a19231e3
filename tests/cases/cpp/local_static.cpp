// verdict: holds
// A local static variable is initialised once; an exception leaves it as it was.
#include "plica.h"

static int attempts;
static int make(int n) {
    if (++attempts == 1 && n > 2) throw n;
    return attempts;
}
static int get(int n) {
    static int value = make(n);
    return value;
}

int main() {
    int n = plica_int("n"), thrown = 0;
    for (int i = 0; i < 3; i++) {
        try {
            plica_assert(get(n) == (n > 2 ? 2 : 1));
        } catch (int) {
            thrown++;
        }
    }
    plica_assert(thrown == (n > 2) && attempts == 1 + (n > 2));
    return 0;
}
