// verdict: holds
// Pointers into a global table come back from a call and go into another.
#include "plica.h"

static struct slot {
    int key, value;
} table[4] = {{1, 0}, {2, 0}, {3, 0}, {4, 0}};

static int *slot(int key) {
    for (int i = 0; i < 4; i++)
        if (table[i].key == key) return &table[i].value;
    return 0;
}

static void add(int *value, int by) {
    if (value) *value += by;
}

int main(void) {
    int a = plica_range(0, 6, "a"), b = plica_range(0, 6, "b");
    add(slot(a), 1);
    add(slot(b), 10);
    int sum = table[0].value + table[1].value + table[2].value + table[3].value;
    plica_assert(sum == (a >= 1 && a <= 4) + 10 * (b >= 1 && b <= 4));
    plica_assert(a != b || a == 0 || a == 5 || *slot(a) == 11);
    return 0;
}
