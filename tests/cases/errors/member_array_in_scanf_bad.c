// What scanf puts into a member, with the character that ends it, is no longer than that.
// verdict: violated
// error: out-of-bounds at 14
// error: out-of-bounds at 15
// error: out-of-bounds at 16
// native: no
#include <stdio.h>
#include "plica.h"
struct record { int id; char name[4]; char rest[60]; };

int main(void) {
    struct record r = {1, "abc", "rest"}, *p = &r;
    switch (plica_range(0, 4, "which")) {
    case 0: sscanf("01234567", "%4s", p->name); break;
    case 1: sscanf("7 abcdef", "%d %7s", &p->id, r.name); break;
    case 2: sscanf("01234567", "%5c", r.name); break;
    }
    return 0;
}
