// run: check --checks +leaks
// verdict: violated
// error: memory-leak at 19
// An exception goes past the delete.
#include "plica.h"

static void use(int n) {
    if (n > 3) throw n;
}

int main() {
    int n = plica_int("n");
    try {
        int *p = new int(n);
        use(*p);
        delete p;
    } catch (int) {
    }
    return 0;
}
