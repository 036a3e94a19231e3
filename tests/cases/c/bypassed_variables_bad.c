// Variables past whose declarations a switch, a goto or a computed goto leads end with their blocks all the same.
// verdict: violated
// error: use-after-free at 23
// error: use-after-free at 33
// error: use-after-free at 47
// native: no
#include "plica.h"

static int by_switch(int k) {
    int *p = 0, r = 0;
    switch (k) {
    case 0:;
        int x;
        p = &r;
        break;
    case 1:
        x = 1;
        p = &x;
        r = *p;
        break;
    default: p = &r;
    }
    return *p & 1;
}
static int by_goto(int k) {
    int *p = &k, r = 0;
    if (k == 3) goto in;
    {
        int x;
        r = 2;
    in: x = 1, p = k == 3 ? &x : &r;
    }
    return *p + r;
}
static int by_label(int k) {
    static void *const ops[] = {&&add, &&end};
    int *p, r = 0;
    p = &r;
    for (int i = 0; i < 3; i++) {
        if (i == k) {
            int x = 3;
            p = &x;
        }
    }
    goto *ops[0];
add:
    r = *p + 1;
    goto *ops[1];
end:
    return r & 1;
}

int main(void) {
    switch (plica_range(0, 3, "which")) {
    case 0: return by_switch(1);
    case 1: return by_goto(3);
    default: return by_label(plica_range(0, 3, "k"));
    }
}
