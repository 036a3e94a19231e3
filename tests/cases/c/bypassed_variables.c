// Variables past whose declarations jumps lead are used in their blocks only, which are entered and left many times.
// verdict: holds
#include "plica.h"

/* Cases that lead into the next one, and a block that is entered in each round by another way. */
static int machine(const char *code, int n) {
    int sum = 0, *p = &sum;
    for (int i = 0; i < n; i++) {
        switch (code[i]) {
            int x, y[2];
        case 1:
            x = 1;
            p = &x;
            /* fallthrough */
        case 2:
            if (code[i] == 2) x = 2, p = &x;
            y[0] = *p;
            y[1] = 1;
            {
                int *q = y;
                sum += q[0] + q[1];
            }
            p = &sum;
            break;
        case 3: {
            int z = 4, *q = &z;
            sum += *q;
            break;
        }
        default: break;
        }
        p = &sum;
    }
    return *p;
}

static int threaded(const char *code, int n) {
    static void *const ops[] = {&&push, &&add, &&end};
    int stack[4] = {0}, top = 0, at = 0;
    goto *ops[n > 0 ? code[0] % 2 : 2];
push: {
    int value = at + 1, *p = &value;
    const int limit = 4, *q = &limit;
    if (top < *q) stack[top++] = *p;
    goto next;
}
add: {
    int sum = 0, *p = &sum;
    for (int i = 0; i < top; i++) {
        int each = stack[i], *q = &each;
        *p += *q;
    }
    stack[0] = *p;
    top = 1;
}
next:
    at++;
    goto *ops[at < n ? code[at] % 2 : 2];
end:
    return top ? stack[top - 1] : 0;
}

static int round_again(int n) {
    int sum = 0, i = 0;
    if (n == 2) goto in;
    for (i = 0; i < n; i++) {
        int x, *p;
    in:
        p = &x;
        *p = i;
    again:
        sum += *p;
        if (sum == 1) goto again;
    }
    return sum;
}

int main(void) {
    char code[3];
    for (int i = 0; i < 3; i++) code[i] = (char)plica_range(0, 4, "code");
    plica_assert(machine(code, 3) <= 12);
    plica_assert(threaded(code, 3) <= 6);
    plica_assert(round_again(plica_range(0, 4, "n")) <= 5);
    return 0;
}
