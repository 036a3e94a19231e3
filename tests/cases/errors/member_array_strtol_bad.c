// A number that is read by name ends within its member.
// verdict: violated
// error: out-of-bounds at 13
// native: no
#include <stdlib.h>
#include <string.h>
#include "plica.h"
struct record { int id; char number[4]; char rest[60]; };

int main(void) {
    struct record r = {1, "123", "56 rest"}, *p = &r;
    strncpy(p->number, "1234", plica_range(3, 5, "copied"));
    return strtol(r.number, 0, 10) == 123;
}
