// verdict: violated
// error: invalid-free at 9
// A variable of the environment may be set.
#include <stdlib.h>
int main(void) {
    char *extra = getenv("ADD");
    char *p = malloc(10);
    if (extra) p++;
    free(p);
    return 0;
}
