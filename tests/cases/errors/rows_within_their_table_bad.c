// What moves several rows, or is given the first, stays within the table; so does a text of known precision in its
// array.
// verdict: violated
// error: out-of-bounds at 17
// error: out-of-bounds at 18
// error: out-of-bounds at 19
// error: out-of-bounds at 20
// error: out-of-bounds at 21
// native: no
#include <stdio.h>
#include <string.h>
#include "plica.h"
static struct { char rows[3][4]; char name[6]; char end[3]; int last; } x = {{"abc"}, {'a', 'b', 'c', 'd', 'e', 'f'}};
int main(void) {
    char text[32];
    switch (plica_range(0, 5, "which")) {
    case 0: memset(x.rows[1], 0, 9); break;
    case 1: memcpy(x.rows[0], "0123456789abc", 13); break;
    case 2: strcpy(x.rows[0], "0123456789ab"); break;
    case 3: snprintf(text, sizeof text, "%.7s", x.name); break;
    default: fwrite(x.rows[2] + 1, 1, 4, stdout);
    }
    return x.last;
}
