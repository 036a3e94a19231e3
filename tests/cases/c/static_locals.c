// verdict: violated
// error: assertion-failure at 15
// A static local keeps its value from call to call.
#include "plica.h"

static int next(int reset) {
    static int id = 40;
    if (reset) id = 0;
    return ++id;
}

int main(void) {
    int last = 0;
    for (int i = 0; i < 3; i++) last = next(plica_bool("reset"));
    plica_assert(last != 2);
    return 0;
}
