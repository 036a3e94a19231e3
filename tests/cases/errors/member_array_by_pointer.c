// The same through a pointer to the structure, in an array of structures, and for an index below zero.
// verdict: violated
// error: out-of-bounds at 8
// error: out-of-bounds at 9
#include "plica.h"
struct row { long key; short v[3]; short tail; };
struct row rows[4];
static short get(struct row *r, int i) { return r->v[i]; }
static void put(struct row *r, int i) { r->v[i] = 1; }
int main(void) {
    int i = plica_range(0, 4, "i");
    put(&rows[2], plica_range(-1, 3, "j"));
    return get(&rows[1], i);
}
