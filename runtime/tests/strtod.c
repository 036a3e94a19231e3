//! strtod.c against the C library: random decimal and hexadecimal numbers, near ties and at the ends of the range.
#include <errno.h>
#include <string.h>
#include "check.h"

double model_strtod(const char *, char **), model_atof(const char *);
float model_strtof(const char *, char **);

static void number(const char *given) {
    char *s = strdup(given), *one, *two;
    errno = 0;
    double a = model_strtod(s, &one);
    int mine = errno;
    errno = 0;
    double b = strtod(s, &two);
    CHECK_FOR(a != a ? b != b : memcmp(&a, &b, sizeof a) == 0, s);
    CHECK_FOR(one == two, s);
    CHECK_FOR(mine == errno, s);
    float c = model_strtof(s, &one), d = strtof(s, &two);
    CHECK_FOR(c != c ? d != d : memcmp(&c, &d, sizeof c) == 0, s);
    CHECK_FOR(one == two, s);
    CHECK_FOR(a != a || model_atof(s) == atof(s), s);
    free(s);
}

int main(void) {
    static const char *fixed[] = {"", "-", ".", "-.", "+.5", "5.", "1e", "1e+", "1e-", "1e5x", " \t-0", "0e999999999", "inf",
                                  "-INFINITY", "infinit", "nan", "NaN(x_1)", "nan(", "nan(-)", "0x", "0x.", "0xp1", "0x1p",
                                  "0x1p-", "0x.8p1", "0X1.8P+1", "0x1p1023", "0x1p1024", "0x1p-1074", "0x1p-1075", "0x0.fffffffffffff8p-1022", "0x0.fffffffffffffcp-1022", "0x0.fffffffffffffbp-1022", "0x0.ffffffp-126", "0x0.ffffff8p-126", "0x3p-1075",
                                  "0x1.fffffffffffff8p0", "0x1.fffffffffffff7fffffffff8p0", "1e308", "1.7976931348623157e308",
                                  "1.7976931348623158e308", "1.7976931348623159e308", "1e309", "1e99999", "1e-99999",
                                  "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
                                  "2.2250738585072014e-308", "2.2250738585072011e-308", "9007199254740993", "9007199254740992.5",
                                  "9007199254740993.00000000000000000000000000000000000000000001", "0.1", "1.5", "123456.789e3",
                                  "3.4028235677973366e38", "3.4028235677973365e38", "1.1754943508222875e-38", "16777217",
                                  "16777217.0000000000000000001", "1.4e-45", "7e-46", "8e-46", "1..2", "1.2.3", "00001.5e0001"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) number(fixed[i]);
    for (int round = 0; round < 20000; round++) {
        char s[2000];
        int n = 0, digits = 1 + random_below(round % 100 ? 25 : 1200);
        int point = random_below(digits + 1), hexadecimal = random_below(6) == 0;
        if (hexadecimal) n += sprintf(s, "0x");
        for (int i = 0; i < digits; i++) {
            if (i == point) s[n++] = '.';
            s[n++] = (hexadecimal ? "0123456789abcdef" : "0123456789012345")[random_below(16)];
        }
        if (random_below(2)) n += sprintf(s + n, "%c%d", hexadecimal ? 'p' : 'e', random_below(700) - 350);
        s[n] = 0;
        number(s);
        /* Every digit of a random double, which must come back as it was. */
        double d;
        unsigned long long bits = random_bits();
        memcpy(&d, &bits, sizeof d);
        sprintf(s, "%.*e", random_below(20) ? 16 : 700, d);
        number(s);
    }
    return check_result();
}
