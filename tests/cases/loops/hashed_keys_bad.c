// run: check
// verdict: violated
// error: assertion-failure at 39
// error: assertion-failure at 41
// The same where the search ends with the last slot: two keys that have it for their home, known by their multiples.
#include "plica.h"
#include <assert.h>
#include <stdint.h>

enum { SLOTS = 4, KEYS = 2 };

static uint64_t keys[SLOTS];
static unsigned char used[SLOTS];

static unsigned home(uint64_t key) {
    return (unsigned)(key * 0x9e3779b97f4a7c15u >> 62);
}

static unsigned find(uint64_t key) {
    unsigned at = home(key);
    for (int tries = 0; tries < SLOTS && used[at] && keys[at] != key; tries++) {
        if (at == 3)
            break;
        at = (at + 1) % SLOTS;
    }
    return at;
}

int main(void) {
    uint64_t in[KEYS], other;
    plica_make_symbolic(in, sizeof in, "in");
    plica_make_symbolic(&other, sizeof other, "other");
    for (int i = 0; i < KEYS; i++) {
        unsigned at = find(in[i]);
        keys[at] = in[i];
        used[at] = 1;
    }
    for (int i = 0; i < KEYS; i++)
        assert(used[find(in[i])] && keys[find(in[i])] == in[i]);
    if (other != in[0] && other != in[1])
        assert(!used[find(other)]);
    return 0;
}
