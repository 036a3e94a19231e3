// verdict: holds
// The twin of null_dereference_bad.c.
#include <stddef.h>
#include "plica.h"

struct entry { int key, value; };
static struct entry table[4] = {{3, 30}, {1, 10}, {4, 40}, {5, 50}};

static struct entry *find(int key) {
    for (int i = 0; i < 4; i++)
        if (table[i].key == key) return &table[i];
    return NULL;
}

int main(void) {
    int key = plica_int("key");
    struct entry *found = find(key);
    return found ? found->value : -1;
}
