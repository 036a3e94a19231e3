// An element that is reached by a sum, the first member of a variable, and texts that are printed.
// verdict: violated
// error: out-of-bounds at 23
// error: out-of-bounds at 24
// error: out-of-bounds at 25
// error: out-of-bounds at 26
// error: out-of-bounds at 27
// error: out-of-bounds at 28
// error: out-of-bounds at 29
// native: no
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plica.h"
struct user { char name[4]; int marks[2]; int admin; } u = {"abc", {1, 2}, 0};
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    struct user v = {{'a', 'b', 'c', 'd'}, {1, 2}, 0}, *p = &v;
    char text[64];
    int i = plica_range(0, 3, "i");
    switch (plica_range(0, 7, "which")) {
    case 0: return *(p->marks + i);
    case 1: *(v.marks + i) = 1; break;
    case 2: strcpy(u.name, "abcd"); break;
    case 3: printf("%d: %-8s\n", i, v.name); break;
    case 4: snprintf(text, sizeof text, "%*d%%%s", 4, i, p->name); break;
    case 5: qsort(v.marks, 1 + i, sizeof(int), order); break;
    case 6: fwrite(v.name, 1, 3 + i, stdout); break;
    }
    return 0;
}
