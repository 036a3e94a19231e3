// verdict: holds
// A loop calls a function that takes an input: the sum keeps what each call promises.
#include "plica.h"

static int even_input(void) {
    int x = plica_range(0, 8, "x");
    return x % 2 == 0 ? x : x - 1;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += even_input();
    plica_assert(sum % 2 == 0 && sum <= 24);
    return 0;
}
