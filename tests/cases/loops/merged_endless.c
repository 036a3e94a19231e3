// run: check
// loops: compact
// verdict: holds
// Flags that are looked at again and again, without an end: paths that meet behind each decision go on as one, which
// comes to the head of the loop in the state of before.
#include "plica.h"
#include <assert.h>

#define FOR_EACH(DO) DO(a) DO(b) DO(c) DO(d) DO(e) DO(f)
#define DECLARE(x) int wanted_##x = plica_int(#x), held_##x;
#define INIT(x) held_##x = 0;
#define LOCK(x)                                                                                                        \
    if (wanted_##x)                                                                                                    \
        held_##x = LOCKED;
#define UNLOCK(x)                                                                                                      \
    if (wanted_##x) {                                                                                                  \
        ok &= held_##x == 1;                                                                                           \
        held_##x = 0;                                                                                                  \
    }
#define LOCKED 1

int main(void) {
    FOR_EACH(DECLARE)
    int round = 0;
    while (plica_bool("again")) {
        int ok = 1;
        round += round < 3;
        FOR_EACH(INIT)
        FOR_EACH(LOCK)
        FOR_EACH(UNLOCK)
        assert(ok);
    }
    return 0;
}
