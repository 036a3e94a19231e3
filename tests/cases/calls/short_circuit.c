// verdict: holds
// The second call takes place only where the first says so; what each does is counted.
#include "plica.h"

static int asked, answered;

static int ask(int x) {
    asked++;
    return x > 10;
}

static int answer(int x) {
    answered++;
    return x < 20;
}

int main(void) {
    int x = plica_int("x");
    if (ask(x) && answer(x)) plica_assert(x > 10 && x < 20 && answered == 1);
    plica_assert(asked == 1 && answered == (x > 10));
    if (ask(x) || answer(x)) plica_assert(asked == 2);
    plica_assert(answered == 1);
    return 0;
}
