// The same for what is formatted or read by a format, behind the start of a member array.
// verdict: violated
// error: out-of-bounds at 14
// error: out-of-bounds at 15
// error: out-of-bounds at 16
// native: no
#include <stdio.h>
#include "plica.h"
struct record { int id; char name[4]; char rest[60]; };

int main(void) {
    struct record r = {1, "abc", ""};
    switch (plica_range(0, 4, "which")) {
    case 0: sprintf(r.name + 1, "%d", 100); break;
    case 1: sscanf("abcd", "%3s", r.name + 1); break;
    case 2: snprintf(&r.name[2], 3, "%s", "abc"); break;
    default: snprintf(&r.name[2], 2, "%s", "abc"); sscanf("abcd", "%2s", r.name + 1); break;
    }
    return r.id;
}
