//! Days between one date and the next month's.
//! Verdict: holds.
#include "small.h"
static int leap(int y) {
    return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}
static long days(int y, int m, int d) {
    static const int c[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    return 365L * (y - 1) + (y - 1) / 4 - (y - 1) / 100 + (y - 1) / 400 + c[m - 1] + (m > 2 && leap(y)) + d;
}
int main(void) {
    int y, m, d;
    SYM(y);
    SYM(m);
    SYM(d);
    ASSUME(y >= 1900 && y < 2100);
    ASSUME(m >= 1 && m <= 12);
    ASSUME(d >= 1 && d <= 28);
    long a = days(y, m, d);
    int y2 = y, m2 = m + 1;
    if (m2 > 12) {
        m2 = 1;
        y2++;
    }
    long b = days(y2, m2, d) - a;
    ASSERT(b >= 28 && b <= 31);
    if (m == 2) ASSERT(b == 28 + leap(y));
    return 0;
}
