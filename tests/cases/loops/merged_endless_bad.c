// run: check
// loops: compact
// verdict: violated
// error: assertion-failure at 31
// The same where the third round is not like those before: it is not there before, so it is gone through.
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
#define LOCKED (round < 3)

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
