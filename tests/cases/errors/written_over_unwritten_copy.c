// run: check --checks all
// verdict: violated
// error: assertion-failure at 14
// Confirmation took the write of a value that by chance was the unknown one for no write.
#include "plica.h"

struct pair { int a, b; };

int main(void) {
    struct pair s, t;
    s.a = 1;
    t = s;
    t.b = 0;
    plica_assert(t.b != 0);
    return 0;
}
