// verdict: holds
// Cases that fall through, ranges of a wide type, negative ones, a default in the middle, a nested switch.
#include "plica.h"

static int classify(long long n) {
    int result = 0;
    switch (n) {
    case -1: result += 1; /* fall through */
    case 0x100000000LL: result += 2; break;
    default:
        switch ((char)n) {
        case 'a' ... 'f': return 10;
        case 'z': break;
        default: result = 3;
        }
        break;
    case 5: return 5;
    }
    return result;
}

int main(void) {
    long long n = plica_longlong("n");
    int c = classify(n);
    plica_assert(c == 0 || c == 2 || c == 3 || c == 5 || c == 10);
    plica_assert((n == -1) == (c == 3 && n == -1));
    plica_assert(c != 2 || n == 0x100000000LL);
    plica_assert(c != 0 || (n & 0xff) == 'z');
    return 0;
}
