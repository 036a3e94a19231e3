// verdict: holds
// A callee reallocates: the caller's structure has the new address, and the old elements are there.
#include <stdlib.h>
#include "plica.h"

struct vector {
    int *items, size, capacity;
};

static void append(struct vector *v, int x) {
    if (v->size == v->capacity) {
        v->capacity = v->capacity ? 2 * v->capacity : 1;
        v->items = realloc(v->items, (size_t)v->capacity * sizeof(int));
    }
    v->items[v->size++] = x;
}

int main(void) {
    struct vector v = {0, 0, 0};
    int n = plica_range(1, 6, "n"), x = plica_int("x");
    for (int i = 0; i < n; i++) append(&v, x ^ i);
    plica_assert(v.size == n && v.capacity >= n && v.capacity < 2 * n);
    plica_assert(v.items[0] == x && v.items[n - 1] == (x ^ (n - 1)));
    free(v.items);
    return 0;
}
