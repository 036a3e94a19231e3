// Flexible array members, their old forms, pointers one past the end, and walks over a row and over a member array.
// verdict: holds
#include <stdlib.h>
#include "plica.h"
struct flexible { int n; int tail[]; };
struct one { int n; int tail[1]; };
struct zero { int n; int tail[0]; };
struct buffer { int head; char bytes[4]; int tail; };
static int sum(const int *p, const int *end) {
    int s = 0;
    while (p != end) s += *p++;
    return s;
}
int main(void) {
    int i = plica_range(0, 4, "i");
    struct flexible *f = malloc(sizeof *f + 4 * sizeof(int));
    struct one *o = malloc(sizeof *o + 3 * sizeof(int));
    struct zero *z = malloc(sizeof *z + 4 * sizeof(int));
    for (int k = 0; k < 4; k++) f->tail[k] = o->tail[k] = z->tail[k] = k;
    int m[3][4] = {{1, 2, 3, 4}};
    struct buffer b = {0, {1, 2, 3, 4}, 0};
    char *end = &b.bytes[4], *p = b.bytes;
    int s = 0;
    while (p < end) s += *p++;
    s += sum(m[0], m[0] + 4) + sum(m[1], &m[1][4]) + sum(&m[0][0], &m[2][4]);
    plica_assert(s == 30);
    s += f->tail[i] + o->tail[i] + z->tail[i] + m[i % 3][i] + b.bytes[i];
    free(f);
    free(o);
    free(z);
    return s;
}
