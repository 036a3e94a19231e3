// What compares or searches a text by name stays within its member, if what it looks for is not there.
// verdict: violated
// error: out-of-bounds at 25
// error: out-of-bounds at 26
// error: out-of-bounds at 27
// error: out-of-bounds at 28
// error: out-of-bounds at 29
// error: out-of-bounds at 30
// error: out-of-bounds at 31
// error: out-of-bounds at 32
// error: out-of-bounds at 33
// native: no
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include "plica.h"
struct record { int id; char name[4]; char rest[60]; };

int main(void) {
    struct record r = {1, "abc", "rest"}, *p = &r;
    strncpy(p->name, "abcd", 4);
    switch (plica_range(0, 9, "which")) {
    case 0: return strcmp(p->name, "abcde");
    case 1: return strncasecmp("abcdx", r.name, 5);
    case 2: return strncmp(p->name, "abcdefg", plica_range(3, 6, "compared"));
    case 3: return strcasecmp(p->name, "ABCDE");
    case 4: return strchr(p->name, plica_range('a', 'f', "searched")) != 0;
    case 5: return memchr(p->name, 'x', sizeof *p) != 0;
    case 6: free(strndup(p->name, 6)); break;
    case 7: return remove(p->name);
    case 8: return strrchr(p->name, 'c') != 0;
    }
    return 0;
}
