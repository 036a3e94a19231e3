// Structures, unions, complex numbers and `long double` come in registers of their own kinds, or in none.
// run: check
// verdict: holds
#include <assert.h>
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>

struct floats { float x, y; };
struct ints { int x, y; };
struct one { double d; };
struct mixed { long a; double b; };
union either { double d; long l; };
struct big { long a, b, c; };

static double sum(int count, ...) {
    va_list list;
    va_start(list, count);
    struct floats f = va_arg(list, struct floats);
    struct ints i = va_arg(list, struct ints);
    struct one o = va_arg(list, struct one);
    struct mixed m = va_arg(list, struct mixed);
    union either e = va_arg(list, union either);
    struct big b = va_arg(list, struct big);
    double all = f.x + f.y + i.x + i.y + o.d + m.a + m.b + e.d + b.c;
    all += va_arg(list, long double);
    all += va_arg(list, char *)[0] == 'x';
    float complex z = va_arg(list, float complex);
    double complex w = va_arg(list, double complex);
    all += crealf(z) + cimag(w);
    all += va_arg(list, unsigned long);
    all += va_arg(list, double);
    va_end(list);
    return all;
}

int main(void) {
    struct floats f = {1, 2};
    struct ints i = {1, 2};
    struct one o = {1.5};
    struct mixed m = {1, 2.5};
    union either e = {3};
    struct big b = {1, 2, 3};
    double all = sum(12, f, i, o, m, e, b, 4.0L, "x", 1.0f + 0 * I, 1.0 + 2.0 * I, 5UL, 6.0f);
    assert(all == 36);
    char text[99];
    assert(sprintf(text, "%d %.1f %s %c %5.2Lf %g", 1, 2.0, "abc", 'x', 3.0L, 1.0f) == 19);
    return 0;
}
