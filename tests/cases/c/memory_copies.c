// verdict: holds
// Structures copied whole, by bytes and onto themselves; memory compared and set.
#include <string.h>
#include "plica.h"

struct record { char tag; int id; double weight; struct record *self; };

int main(void) {
    struct record a = {'r', plica_int("id"), 1.5, &a}, b, c;
    b = a;
    memcpy(&c, &b, sizeof c);
    plica_assert(c.id == a.id && c.weight == 1.5 && c.self == &a && c.tag == 'r');
    unsigned char bytes[sizeof a], shifted[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (size_t i = 0; i < sizeof a; i++) bytes[i] = ((unsigned char *)&a)[i];
    struct record *d = (struct record *)memcpy(&b, bytes, sizeof b);
    plica_assert(d->id == a.id && d->self->tag == 'r');
    memmove(shifted + 1, shifted, 7);
    plica_assert(shifted[0] == 1 && shifted[1] == 1 && shifted[7] == 7);
    memset(shifted, plica_uchar("fill"), 4);
    plica_assert(memcmp(shifted, shifted + 1, 3) == 0 && shifted[4] == 4);
    return 0;
}
