// verdict: holds
// The twin of noexcept_bad.cpp: what is thrown is caught inside. A destructor that may throw does.
#include "plica.h"

struct Loud {
    int n;
    ~Loud() noexcept(false) {
        if (n == 4) throw n;
    }
};
static int strict(int n) noexcept {
    try {
        Loud loud{n};
    } catch (int) {
        return 1;
    }
    return 0;
}

int main() {
    int n = plica_int("n");
    plica_assert(strict(n) == (n == 4));
    return 0;
}
