// verdict: holds
// The twin of uncaught_bad.cpp: the exception is caught, after the destructors of what it leaves.
#include "plica.h"

static int destroyed;
struct Guard {
    ~Guard() { destroyed++; }
};
static void check(int n) {
    Guard guard;
    if (n > 7) throw n;
}

int main() {
    int n = plica_int("n"), caught = 0;
    try {
        check(n);
    } catch (int thrown) {
        caught = thrown;
        plica_assert(destroyed == 1);
    }
    plica_assert(destroyed == 1 && (n > 7 ? caught == n : caught == 0));
    return 0;
}
