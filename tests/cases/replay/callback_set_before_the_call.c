//! A function by itself may call any function by a pointer in a global, also those of the library that take other things.
//! verdict: holds
#include <stdlib.h>

static void (*on_change)(int);
static int value;

static void changed(int to) { value = to; }

static void set(int to) {
    if (on_change) on_change(to);
}

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    on_change = changed;
    set(1);
    set(2);
    free(p);
    return value - 2;
}
