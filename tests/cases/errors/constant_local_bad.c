// A local variable that is constant is written to, behind its initialisation.
// verdict: violated
// error: read-only-write at 10
// error: read-only-write at 18
// error: read-only-write at 23
// error: read-only-write at 29
// native: no
#include <string.h>
#include "plica.h"
static void set(const int *p, int to) { *(int *)p = to; }
struct pair { int a, b[3]; };

int main(void) {
    int k = plica_int("k");
    switch (plica_range(0, 5, "which")) {
    case 0: {
        const int once = k;
        *(int *)&once = 20;
        return once;
    }
    case 1: {
        const char text[] = "hello";
        *(char *)strchr(text, 'e') = 'a';
        return text[1];
    }
    case 2: {
        const struct pair pair = {k, {1, k, 3}};
        const struct pair *p = &pair;
        ((struct pair *)p)->b[1]++;
        return p->b[1];
    }
    default: {
        const int limit = 3;
        set(&limit, 7);
        return limit;
    }
    }
}
