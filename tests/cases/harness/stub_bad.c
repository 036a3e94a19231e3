// run: check --stub sensor=any --stub find=null
// verdict: violated
// error: abort at 14
// native: no
// A function without a body returns any value, another one null.
#include <stdlib.h>
int sensor(int port);
struct node *find(int key);

int main(void) {
    int a = sensor(1), b = sensor(2);
    /* It is null. */
    if (find(a)) return *(int *)0;
    if (a == 5 && b == 6) abort();
    return 0;
}
