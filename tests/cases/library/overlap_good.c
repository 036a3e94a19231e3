// verdict: holds
// Within one object, and beside each other.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include "plica.h"

int main(void) {
    char a[32] = "abc", b[32];
    int n = plica_range(4, 8, "n");
    strcpy(a + n, a);
    plica_assert(a[n] == 'a' && a[n + 3] == 0);
    strncpy(a + 1, a, 0);
    strncpy(a + 3, a, 3);
    plica_assert(a[5] == 'c');
    memset(a, 0, sizeof a);
    memcpy(a, "abc", 3);
    strcpy(a + 8, "xyz");
    strcat(a, a + 8);
    plica_assert(strcmp(a, "abcxyz") == 0);
    plica_assert(mempcpy(a + 20, a, 4) == a + 24 && a[23] == 'x');
    plica_assert(sprintf(a, "%s-%.2s", a + 8, a + 9) == 6 && strcmp(a, "xyz-yz") == 0);
    plica_assert(snprintf(a, 3, "%s", a + 8) == 3 && strcmp(a, "xy") == 0);
    plica_assert(sprintf(b, "%s%s", a, a) == 4);
    snprintf(a, 0, "%s", a);
    return 0;
}
