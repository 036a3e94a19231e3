// run: check --time-limit 20s
// verdict: holds
// One number is passed over.
#include "plica.h"

int main(void) {
    int n = plica_int("n"), hole = plica_int("hole"), count = 0;
    plica_assume(n >= 0 && n <= 8);
    for (int i = 0; i < n; i++) {
        if (i == hole) continue;
        count++;
    }
    plica_assert(count == (hole >= 0 && hole < n ? n - 1 : n));
    return 0;
}
