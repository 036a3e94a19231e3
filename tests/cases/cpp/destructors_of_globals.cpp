// verdict: holds
// Objects are destroyed in the reverse order of their construction, local static ones and functions given to atexit too.
#include "plica.h"
#include <stdlib.h>

static int order;
struct Number {
    int n;
    explicit Number(int n) : n(n) {}
    ~Number() {
        order = order * 10 + n;
        if (n == 1) plica_assert(order == 4321 || order == 421);
    }
};
static Number first(1);
static Number second(2);
static void last() { order = order * 10 + 4; }

int main() {
    int n = plica_int("n");
    if (n == 5) static Number third(3);
    atexit(last);
    plica_assert(order == 0);
    if (n == 7) exit(1);
    return 0;
}
