// The same up to the end of the table and of the array.
// verdict: holds
#include <stdio.h>
#include <string.h>
#include "plica.h"
static struct { char rows[3][4]; char name[6]; char end[3]; int last; } x = {{"abc"}, {'a', 'b', 'c', 'd', 'e', 'f'}};
int main(void) {
    char text[32];
    switch (plica_range(0, 6, "which")) {
    case 0: memset(x.rows[1], 0, 8); break;
    case 1: memcpy(x.rows[0], "0123456789ab", 12); break;
    case 2: strcpy(x.rows[0], "0123456789a"); break;
    case 3: snprintf(text, sizeof text, "%.6s%3.2s", x.name, x.name + 4); break;
    case 4: fwrite(x.rows[1] + 1, 1, 7, stdout); break;
    default: return memcmp(x.rows[1], x.rows[2], 4);
    }
    return x.last;
}
