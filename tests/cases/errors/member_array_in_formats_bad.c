// What is formatted or read into a member array has to stay within it.
// verdict: violated
// error: out-of-bounds at 14
// error: out-of-bounds at 15
// error: out-of-bounds at 16
#include <stdio.h>
#include "plica.h"
struct user { char name[8]; int admin; char tag[4]; char rest[4]; };

int main(void) {
    struct user user = {"a", 0, "b", "c"}, *p = &user;

    switch (plica_range(0, 3, "which")) {
    case 0: sprintf(user.tag, "%d", 1234); break;
    case 1: snprintf(p->name, sizeof *p, "%s-%d", "abcde", 42); break;
    default: fgets(p->name, sizeof *p, stdin);
    }
    return p->admin;
}
