// run: check --checks +leaks
// verdict: holds
// The twin of leak_by_exception_bad.cpp: the owner is destroyed on both ways.
#include "plica.h"
#include <memory>

static void use(int n) {
    if (n > 3) throw n;
}

int main() {
    int n = plica_int("n");
    try {
        std::unique_ptr<int> p(new int(n));
        use(*p);
    } catch (int) {
    }
    return 0;
}
