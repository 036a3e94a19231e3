// verdict: violated
// error: double-free at 13
// Two owners of one object: both give it back for one input.
#include <stdlib.h>
#include "plica.h"

struct owner {
    int *data;
    int shared;
};

static void release(struct owner *o) {
    if (!o->shared) free(o->data);
}

int main(void) {
    int *p = malloc(sizeof *p), x = plica_range(0, 4, "x");
    struct owner a = {p, x > 1}, b = {p, x < 1 || x > 2};
    release(&a);
    release(&b);
    return 0;
}
