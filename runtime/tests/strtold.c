//! strtold.c against the C library: as strtod.c is, at the ends of a longer range.
#include <errno.h>
#include <string.h>
#include "tables.h"

long double model_strtold(const char *, char **);

static void number(const char *given) {
    char *s = strdup(given), *one, *two;
    errno = 0;
    long double a = model_strtold(s, &one);
    int mine = errno;
    errno = 0;
    long double b = strtold(s, &two);
    CHECK_FOR(a != a ? b != b : memcmp(&a, &b, 10) == 0, s);
    CHECK_FOR(one == two, s);
    CHECK_FOR(mine == errno, s);
    free(s);
}

int main(void) {
    static const char *fixed[] = {"", "-", ".", "-.", "+.5", "5.", "1e", "1e+", "1e-", "1e5x", " \t-0", "0e999999999", "inf",
                                  "-INFINITY", "infinit", "nan", "NaN(x_1)", "nan(", "nan(-)", "0x", "0x.", "0xp1", "0x1p",
                                  "0x1p-", "0x.8p1", "0X1.8P+1", "0x1p16383", "0x1p16384", "0x1p-16445", "0x1p-16446", "0x3p-16446",
                                  "0x1p-16382", "0x0.ffffffffffffffffp-16382", "0x0.ffffffffffffffff8p-16382", "0x0.ffffffffffffffff7ffp-16382",
                                  "0x1.ffffffffffffffffp0", "0x1.fffffffffffffffefp0", "0xffffffffffffffff8",
                                  "0xffffffffffffffff7fffffffffffffffffffffffffffffffffffffffff", "0x00000000000000000000000000000000001.8p1",
                                  "1e4932", "1.18973149535723176502e4932", "1.18973149535723176508575932662800702e4932",
                                  "1.1897314953572317650857593266280071e4932", "1e4933", "1e99999", "1e-99999",
                                  "3.6451995318824746025e-4951", "1.8225997659412373012e-4951", "1.8225997659412373013e-4951",
                                  "3.3621031431120935063e-4932", "3.3621031431120935062e-4932", "18446744073709551615",
                                  "18446744073709551616", "18446744073709551617", "36893488147419103233", "36893488147419103235",
                                  "36893488147419103233.00000000000000000000000000000000000000001", "0.1", "1.5", "123456.789e3",
                                  "9999999999999999999e27", "9999999999999999999e-27", "9999999999999999999e28", "1e-28",
                                  "1..2", "1.2.3", "00001.5e0001"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) number(fixed[i]);
    for (int round = 0; round < 6000; round++) {
        char s[14000];
        int n = 0, digits = 1 + random_below(round % 300 ? 30 : 12000);
        int point = random_below(digits + 1), hexadecimal = random_below(6) == 0;
        if (hexadecimal) n += sprintf(s, "0x");
        for (int i = 0; i < digits; i++) {
            if (i == point) s[n++] = '.';
            s[n++] = (hexadecimal ? "0123456789abcdef" : "0123456789012345")[random_below(16)];
        }
        int far = random_below(20) == 0;
        if (random_below(2)) n += sprintf(s + n, "%c%d", hexadecimal ? 'p' : 'e', far ? random_below(10000) - 5000 : random_below(100) - 50);
        s[n] = 0;
        number(s);
        /* Every digit of a random number, which must come back as it was. */
        long double d = random_long_double();
        sprintf(s, "%.*Le", 20 + random_below(3), d);
        number(s);
    }
    return check_result();
}
