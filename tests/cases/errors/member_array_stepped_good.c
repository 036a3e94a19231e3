// verdict: holds
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plica.h"
struct user { char name[4]; int marks[2]; int admin; } u = {"abc", {1, 2}, 0};
static char rows[2][4];
static int table[2][3];
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    struct user v = {{'a', 'b', 'c', 'd'}, {2, 1}, 0}, *p = &v;
    char text[64];
    int i = plica_range(0, 2, "i");
    strcpy(u.name, "xyz");
    // What the start of a variable leads to is all of it.
    memset(&u, 0, sizeof u);
    strcpy((char *)&u, "longer");
    strcpy((char *)rows, "longer");
    plica_assert(*(p->marks + i) >= 1 && *(v.marks + 1 - i) <= 2 && u.marks[0] == 'e' + ('r' << 8) && rows[1][0] == 'e');
    printf("%.4s %.*s %p %5.3s %c\n", v.name, 4, v.name, (void *)v.name, p->name, *v.name);
    qsort(v.marks, 2, sizeof(int), order);
    qsort(table[0], 6, sizeof(int), order);
    fwrite(&v, sizeof v, 1, stdout);
    fwrite(v.name, 1, sizeof v.name, stdout);
    plica_assert(v.marks[0] == 1 && *(table[0] + i) == 0 && *(*(table + 1) + i) == 0);
    return 0;
}
