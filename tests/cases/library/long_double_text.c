// verdict: holds
// Long doubles as text: written with all their digits, and read back to the nearest number.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "plica.h"

static char text[200];
static int prints(const char *format, long double x, const char *expected) {
    int n = snprintf(text, sizeof text, format, x);
    return n == (int)strlen(text) && strcmp(text, expected) == 0;
}

int main(void) {
    long double third = 1.0L / 3;
    plica_assert(prints("%Lf", 2.5L, "2.500000") && prints("%.0Lf", 2.5L, "2") && prints("%.0Lf", 3.5L, "4"));
    plica_assert(prints("%.25Lf", third, "0.3333333333333333333423684") && prints("%Le", 1e4000L, "1.000000e+4000"));
    plica_assert(prints("%Lg", 0.0001L, "0.0001") && prints("%#Lg", 1e10L, "1.00000e+10") && prints("%+09.2Lf", -1.005L, "-00001.00"));
    plica_assert(prints("%La", 1.0L, "0x8p-3") && prints("%LA", third, "0XA.AAAAAAAAAAAAAABP-5") && prints("%.0La", 15.75L, "0x1p+4"));
    plica_assert(prints("%Lf", -__builtin_infl(), "-inf") && prints("%LF", __builtin_nanl(""), "NAN"));
    plica_assert(prints("%.3Le", 0x1p-16445L, "3.645e-4951") && prints("%Lg", 0.0L, "0"));
    printf("%Lf %d %.3Lf\n", third, 5, 1e20L);
    plica_assert(printf("%d %Lg %s\n", 1, 0.5L, "x") == 8);

    char *end;
    plica_assert(strtold("0.1x", &end) == 0.1L && *end == 'x' && strtold("0.1", NULL) != (long double)0.1);
    plica_assert(strtold("  -1.189731495357231765e4932", NULL) == -0x1.fffffffffffffffep16383L);
    plica_assert(strtold("0x1.8p-16445", NULL) == 0x1p-16444L && strtold("nan", &end) != 0 && *end == 0);
    errno = 0;
    plica_assert(strtold("1e5000", NULL) == __builtin_infl() && errno == ERANGE);
    plica_assert(strtold("36893488147419103233.00000000000000000001", NULL) == 0x1p65L);
    plica_assert(strtold("36893488147419103234.00000000000000000001", NULL) == 0x1p65L + 4);
    snprintf(text, sizeof text, "%.20Le", third);
    plica_assert(strtold(text, NULL) == third);
    plica_assert(wcstold(L"12.75 ", NULL) == 12.75L);

    long double x = 0, y = 0;
    plica_assert(sscanf("3.25 0.1", "%Lf%Lg", &x, &y) == 2 && x == 3.25L && y == 0.1L);
    wchar_t wide[40];
    plica_assert(swprintf(wide, 40, L"%.2Lf|%Lg", 1.125L, 2.0L) == 6 && wcscmp(wide, L"1.12|2") == 0);
    int k = plica_range(0, 3, "k");
    sprintf(text, "%d.5", k);
    plica_assert(strtold(text, NULL) == k + 0.5L);
    return 0;
}
