// run: check --time-limit 60s
// verdict: holds
// What comparisons leave one value of a number is that value from then on, and only on that path.
#include "plica.h"
#include <stdlib.h>
#include <string.h>

static unsigned char all[8];

static int ring(int n) {
    int next[8];
    for (int i = 0; i < n; i++) next[i] = (i + 1) % n;
    int at = 0;
    for (int i = 0; i < n; i++) at = next[at];
    return at;
}

static int joined(int n) {
    int m = n == 3 ? n + 1 : n + 2;
    return n == 3 ? m == 4 : m == n + 2;
}

static int bytes(unsigned n) {
    unsigned char b[4];
    memcpy(b, &n, 4);
    if (n != 0x01020304) return 1;
    return b[0] == 4 && b[1] == 3 && b[2] == 2 && b[3] == 1;
}

static int by_parts(unsigned char low, unsigned char high) {
    if (((unsigned)high << 8 | low) != 0x1234) return 1;
    return low * 256 + high == 0x3412;
}

static int negative(int n) {
    if (n <= -2 || n >= 0) return 1;
    return 7 / n == -7 && n % 2 == -1;
}

static int changed(int n) {
    int m = n;
    while (m != 5) {
        if (m > 5) return 1;
        m++;
        n++;
    }
    return n == 5;
}

static int block(int n) {
    char *p = malloc(n);
    int sum = 0, i = 0;
    for (; i < n; i++) p[i] = (char)i;
    for (int k = 0; k < i; k++) sum += p[k];
    free(p);
    return sum == n * (n - 1) / 2;
}

static int table(unsigned char c) {
    static const unsigned char kind[8] = {0, 1, 1, 2, 3, 5, 8, 13};
    switch (all[c & 7] & 7) {
    case 2: return kind[all[c & 7] & 7] == 1;
    case 6: return kind[all[c & 7] & 7] == 8;
    default: return kind[all[c & 7] & 7] != 1 || (all[c & 7] & 7) == 1;
    }
}

int main(void) {
    int n = plica_int("n"), which = plica_int("which");
    PLICA_SYMBOLIC(all);
    plica_assume(n >= 1 && n <= 5);
    switch (which) {
    case 0: plica_assert(ring(n) == 0); break;
    case 1: plica_assert(joined(n)); break;
    case 2: plica_assert(bytes((unsigned)plica_int("word"))); break;
    case 3: plica_assert(by_parts(all[0], all[1])); break;
    case 4: plica_assert(negative(plica_int("negative"))); break;
    case 5: plica_assert(changed(n)); break;
    case 6: plica_assert(block(n)); break;
    case 7: plica_assert(table(all[7])); break;
    default: break;
    }
    return 0;
}
