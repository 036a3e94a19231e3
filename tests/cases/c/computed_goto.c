// verdict: holds
// An interpreter that goes by tables of labels: addresses in one, distances in the other.
#include "plica.h"

static int run(const unsigned char *code) {
    static void *const places[] = {&&add, &&twice, &&end};
    static const int distances[] = {&&add - &&add, &&twice - &&add, &&end - &&add};
    int sum = 1, i = 0;
    plica_assert(distances[0] == 0 && distances[1] != distances[2] && places[0] != places[1]);
    goto *places[code[i++]];
add:
    sum += 1;
    goto *places[code[i++]];
twice:
    sum *= 2;
    goto *(&&add + distances[code[i++]]);
end:
    return sum;
}

int main(void) {
    unsigned char code[3] = {plica_uchar("first") % 3, plica_bool("more") ? 1 : 2, 2};
    int sum = run(code);
    plica_assert(sum >= 1 && sum <= 4);
    plica_assert(sum != 1 || code[0] == 2);
    return 0;
}
