//! A hash table with chains: what was set is there.
//! Verdict: holds.
#include "small.h"
#include <stdlib.h>
#define K 4
struct e {
    unsigned k;
    int v;
    struct e *n;
};
static struct e *b[4];
static unsigned hs(unsigned k) {
    k ^= k >> 16;
    k *= 0x85ebca6b;
    k ^= k >> 13;
    return k & 3;
}
static void set(unsigned k, int v) {
    for (struct e *e = b[hs(k)]; e; e = e->n)
        if (e->k == k) {
            e->v = v;
            return;
        }
    struct e *e = malloc(sizeof *e);
    if (!e) exit(0);
    e->k = k;
    e->v = v;
    e->n = b[hs(k)];
    b[hs(k)] = e;
}
static int get(unsigned k) {
    for (struct e *e = b[hs(k)]; e; e = e->n)
        if (e->k == k) return e->v;
    return -1;
}
int main(void) {
    unsigned k[K];
    SYM(k);
    for (int i = 0; i < K; i++) set(k[i], i);
    for (int i = 0; i < K; i++) ASSERT(get(k[i]) >= i);
    return 0;
}
