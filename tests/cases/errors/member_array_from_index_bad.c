// An address behind the start of a member array has what is left of it, for functions of the library and accesses.
// verdict: violated
// error: out-of-bounds at 21
// error: out-of-bounds at 22
// error: out-of-bounds at 23
// error: out-of-bounds at 24
// error: out-of-bounds at 25
// error: out-of-bounds at 26
// error: out-of-bounds at 27
// error: out-of-bounds at 28
// error: out-of-bounds at 29
// native: no
#include <stdio.h>
#include <string.h>
#include "plica.h"
static struct { char name[4]; char other[8]; int words[4]; int last; } x;
int main(void) {
    unsigned long k = plica_range(0, 5, "k"), n = plica_range(0, 4, "n");
    memset(&x, 'a', sizeof x);
    switch (plica_range(0, 9, "which")) {
    case 0: strncpy(x.name + k, "abc", 3); break;
    case 1: memset(x.name + 2, 0, 3); break;
    case 2: memcpy(&x.name[k], "abc", n); break;
    case 3: memcpy(x.words + 3, x.other, 8); break;
    case 4: memmove(x.other, x.words + k, 4 * n); break;
    case 5: strcpy(x.name + k, "a"); break;
    case 6: return (int)strlen(x.other + k);
    case 7: return *(x.words + 1 + k);
    default: puts(x.other + k); break;
    }
    return 0;
}
