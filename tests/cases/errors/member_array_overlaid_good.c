// Records laid over shorter and longer memory, members of unions, and literals that a cleanup in their block still uses.
// verdict: holds
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tiny { int n; char name[32]; int flags; };
struct head { int n; char tail[4]; };
static union { struct head head; char bytes[64]; } overlay;
static char raw[64];
struct guard { int v; };
static void forget(struct guard **g) { (*g)->v = 0; }

int main(void) {
    // Shorter than the type of what it is taken for.
    unsigned char wire[12] = {7, 0, 0, 0, 'a', 'b', 0};
    const struct tiny *t = (void *)wire;
    printf("%s\n", t->name);
    puts(t->name);
    // Longer.
    strcpy(overlay.bytes + 4, "a longer text");
    puts(overlay.head.tail);
    strcpy(raw + 4, "a longer text");
    puts(((struct head *)raw)->tail);
    fwrite(((struct head *)raw)->tail, 1, 14, stdout);
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        __attribute__((cleanup(forget))) struct guard *g = &(struct guard){i};
        sum += g->v;
    }
    return sum != 3;
}
