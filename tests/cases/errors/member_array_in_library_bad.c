// What functions of the library write or read has to stay within the member array or the row that they are given,
// although there is more of the object behind it.
// verdict: violated
// error: out-of-bounds at 18
// error: out-of-bounds at 19
// error: out-of-bounds at 20
// error: out-of-bounds at 21
// error: out-of-bounds at 22
// error: out-of-bounds at 23
#include <string.h>
#include "plica.h"
struct user { char name[8]; int admin; char tag[4]; char rest[4]; };
static struct user u = {"a", 0, {'x', 'y', 'z', 't'}, "u"};

int main(void) {
    struct user *p = &u;
    switch (plica_range(0, 6, "which")) {
    case 0: strcpy(p->name, "12345678"); break;
    case 1: memcpy(p->name, "0123456789", 10); break;
    case 2: memset(p->name, 0, sizeof *p); break;
    case 3: strncpy(u.tag, "a", sizeof u); break;
    case 4: return (int)strlen(p->tag);
    default: memcpy(p->name, "0123456789", plica_range(7, 10, "length"));
    }
    return p->admin;
}
