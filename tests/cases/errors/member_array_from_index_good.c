// The same up to the end of the array, and the end itself, where nothing is read or written.
// verdict: holds
#include <stdio.h>
#include <string.h>
#include "plica.h"
static struct { char name[4]; char other[8]; int words[4]; int last; } x;
struct line { int length; char text[4]; };
int main(void) {
    unsigned long k = plica_range(0, 4, "k"), n = plica_range(0, 5, "n");
    plica_assume(k + n <= 4);
    switch (plica_range(0, 10, "which")) {
    case 0: strncpy(x.name + k, "abcd", n); break;
    case 1: strncpy(x.name + 1, "abc", 3); break;
    case 2: memcpy(&x.name[k], "abcd", n); break;
    case 3: memcpy(x.words + 2, x.other, 8); break;
    case 4: memmove(x.other, x.words + k, 2 * n); memset(x.name + 4, 1, 0); break;
    case 5: if (k < 3) strcpy(x.name + k, "a"); break;
    case 6: snprintf(x.name + k, n, "%d", 1000); break;
    case 7: return (int)strlen(x.other + k);
    case 8: if (k < 2) sscanf("abc", "%1s", x.name + k + 2 - 1); break;
    default: {
        // What a pointer leads to may be longer than its type.
        char room[32] = "";
        struct line *line = (struct line *)room;
        strcpy(line->text + k, "longer than that");
        return k && *(x.words + k - 1);
    }
    }
    return 0;
}
