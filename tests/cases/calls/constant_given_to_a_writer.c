// verdict: violated
// error: read-only-write at 7
// A callee writes to a text that it is given: one caller gives a constant.
#include "plica.h"

static void capital(char *text) {
    if (text[0] >= 'a' && text[0] <= 'z') text[0] -= 32;
}

int main(void) {
    char own[] = "own";
    char *texts[3] = {own, "Constant", "constant"};
    int which = plica_range(0, 3, "which");
    capital(texts[which]);
    plica_assert(which != 0 || own[0] == 'O');
    return 0;
}
