// verdict: holds
// What a call returns is not used; what it does counts.
#include "plica.h"

static int log[3], entries;

static int append(int x) {
    if (entries == 3) return -1;
    log[entries++] = x;
    return entries;
}

int main(void) {
    int n = plica_range(0, 6, "n");
    for (int i = 0; i < n; i++) append(10 + i);
    plica_assert(entries == (n < 3 ? n : 3));
    plica_assert(n == 0 || log[0] == 10);
    plica_assert(log[2] == (n > 2 ? 12 : 0));
    return 0;
}
