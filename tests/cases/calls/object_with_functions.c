// verdict: holds
// Objects that carry their functions: the callee calls through them.
#include "plica.h"

struct shape {
    int (*area)(const struct shape *);
    int w, h;
};

static int rectangle(const struct shape *s) { return s->w * s->h; }
static int square(const struct shape *s) { return s->w * s->w; }

static int total(const struct shape *shapes, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += shapes[i].area(&shapes[i]);
    return sum;
}

int main(void) {
    int w = plica_range(1, 8, "w"), h = plica_range(1, 8, "h");
    struct shape shapes[2] = {{rectangle, w, h}, {h > 4 ? square : rectangle, w, 3}};
    plica_assert(total(shapes, 2) == w * h + (h > 4 ? w * w : 3 * w));
    return 0;
}
