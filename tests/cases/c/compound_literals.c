// verdict: holds
// Compound literals, flexible array members, anonymous members, enumerations, static assertions.
#include <stdlib.h>
#include "plica.h"

struct buffer { unsigned length; unsigned char data[]; };
struct value { int kind; union { int number; struct { short low, high; }; }; };
enum level { LOW = -1, MIDDLE, HIGH = 10 };
_Static_assert(HIGH - LOW == 11, "levels");

static int sum(const int *values, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) total += values[i];
    return total;
}

int main(void) {
    int x = plica_range(0, 1000, "x");
    plica_assert(sum((int[]){x, 1, 2}, 3) == x + 3);
    struct value v = {.kind = MIDDLE, .number = x};
    plica_assert(v.low == x && v.high == 0);
    struct buffer *b = malloc(sizeof *b + 4);
    if (!b) return 0;
    b->length = 4;
    for (unsigned i = 0; i < b->length; i++) b->data[i] = (unsigned char)(x >> i);
    plica_assert(b->data[3] == (unsigned char)(x / 8));
    free(b);
    return 0;
}
