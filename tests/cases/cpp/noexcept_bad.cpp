// verdict: violated
// error: abort at 7
// An exception is about to leave a function that lets none out.
#include "plica.h"

static void strict(int n) noexcept {
    if (n == 4) throw n;
}

int main() {
    try {
        strict(plica_int("n"));
    } catch (int) {
    }
    return 0;
}
