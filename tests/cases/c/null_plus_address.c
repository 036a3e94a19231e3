// verdict: holds
// Null plus an address is that address, whichever it is.
#include "plica.h"
int a[4], b;

int main(void) {
    char *p = &((char *)0)[(long)&b];
    plica_assert(p == (char *)&b);
    *(int *)p = 3;
    int i = plica_range(0, 4, "i");
    p = (char *)0 + (long)&a[i];
    *(int *)p = 7;
    plica_assert(b == 3 && a[i] == 7 && p == (char *)&a[i]);
    long some = i ? (long)&b : (long)&a[0];
    p = (char *)0 + some + 0;
    *(int *)p = 9;
    plica_assert(i ? b == 9 : a[0] == 9);
    return 0;
}
