// run: check --allocation may-fail
// verdict: violated
// error: null-dereference at 11
// Only the last of several allocations is looked at.
#include <stdlib.h>
int main(void) {
    char *p[3];
    for (int i = 0; i < 3; i++) p[i] = malloc(8);
    if (!p[2]) return 1;
    int n = 0;
    for (int i = 0; i < 3; i++) n += p[i][0] = 1;
    for (int i = 0; i < 3; i++) free(p[i]);
    return n;
}
