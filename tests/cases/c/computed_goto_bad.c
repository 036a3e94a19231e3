// verdict: violated
// error: assertion-failure at 22
// error: out-of-bounds at 9
// The twin of computed_goto.c, with a wrong bound and a table that is too short.
#include "plica.h"

static int run(const unsigned char *code) {
    static void *const places[] = {&&add, &&twice, &&end};
    goto *places[code[0]];
add:
    return code[1] + 1;
twice:
    return code[1] * 2;
end:
    return 0;
}

int main(void) {
    unsigned char code[2] = {plica_uchar("first") % 4, plica_uchar("second") % 3};
    int result = run(code);
    plica_assert(result >= 0);
    plica_assert(result <= 3);
    return 0;
}
