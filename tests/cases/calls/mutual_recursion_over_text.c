// verdict: violated
// error: assertion-failure at 34
// A recursive descent over a short symbolic text: brackets that match, and no others.
#include "plica.h"

static char text[7];
static int at;

static int group(void);

static int item(void) {
    if (text[at] == 'x') {
        at++;
        return 1;
    }
    return group();
}

static int group(void) {
    if (text[at] != '(') return 0;
    at++;
    if (!item()) return 0;
    if (text[at] != ')') return 0;
    at++;
    return 1;
}

int main(void) {
    plica_make_symbolic(text, 6, "text");
    int ok = item();
    plica_assert(!ok || at == 1 || at == 3 || at == 5);
    plica_assert(!ok || at == 0 || text[at - 1] != '(');
    plica_assert(!ok || text[at / 2] == 'x');
    plica_assert(!ok || at < 5);
    return 0;
}
