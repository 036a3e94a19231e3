//! complex.c against the C library's.
#include <complex.h>
#include <math.h>
#include "tables.h"

LIKE(creal) LIKE(cimag) LIKE(conj) LIKE(cproj) LIKE(crealf) LIKE(cimagf) LIKE(conjf) LIKE(cprojf)
LIKE(creall) LIKE(cimagl) LIKE(conjl) LIKE(cprojl) LIKE(cabs) LIKE(carg) LIKE(cabsf) LIKE(cargf)

/* With an imaginary part that is infinite, `x + y * I` has a real part that is none. */
#define OF(real, x, y) (*(real _Complex *)(real[2]){x, y})

static double some(void) { return random_below(6) ? random_double() : random_below(2) ? -INFINITY : NAN; }

static void agree(double x, double y) {
    double complex z = OF(double, x, y), a = conj(z), b = model_conj(z), c = cproj(z), d = model_cproj(z);
    CHECK(same_double(creal(z), model_creal(z)) && same_double(cimag(z), model_cimag(z)));
    CHECK(same_double(creal(a), creal(b)) && same_double(cimag(a), cimag(b)));
    CHECK(same_double(creal(c), creal(d)) && same_double(cimag(c), cimag(d)));
    CHECK(same_double(cabs(z), model_cabs(z)) && same_double(carg(z), model_carg(z)));
    float complex zf = OF(float, (float)x, (float)y), af = conjf(zf), bf = model_conjf(zf), cf = cprojf(zf), df = model_cprojf(zf);
    CHECK(same_float(crealf(zf), model_crealf(zf)) && same_float(cimagf(zf), model_cimagf(zf)));
    CHECK(same_float(crealf(af), crealf(bf)) && same_float(cimagf(af), cimagf(bf)));
    CHECK(same_float(crealf(cf), crealf(df)) && same_float(cimagf(cf), cimagf(df)));
    CHECK(same_float(cabsf(zf), model_cabsf(zf)) && same_float(cargf(zf), model_cargf(zf)));
    long double complex zl = OF(long double, x, y), al = conjl(zl), bl = model_conjl(zl), cl = cprojl(zl), dl = model_cprojl(zl);
    CHECK(same_long_double(creall(zl), model_creall(zl)) && same_long_double(cimagl(zl), model_cimagl(zl)));
    CHECK(same_long_double(creall(al), creall(bl)) && same_long_double(cimagl(al), cimagl(bl)));
    CHECK(same_long_double(creall(cl), creall(dl)) && same_long_double(cimagl(cl), cimagl(dl)));
}

/* Of the library of the compiler. */
#define AGREE(real, same, name)                                                                                        \
    _Complex real name(real a, real b, real c, real d);                                                                \
    extern __typeof__(name) model_##name;                                                                              \
    static void agree##name(real a, real b, real c, real d) {                                                          \
        _Complex real z = name(a, b, c, d), other = model_##name(a, b, c, d);                                          \
        CHECK(same(__real__ z, __real__ other) && same(__imag__ z, __imag__ other));                                   \
    }
AGREE(double, same_double, __muldc3)
AGREE(double, same_double, __divdc3)
AGREE(float, same_float, __mulsc3)
AGREE(float, same_float, __divsc3)
AGREE(long double, same_long_double, __mulxc3)
AGREE(long double, same_long_double, __divxc3)

#define ON_RANDOM(name, some) agree##name(some(), some(), some(), some())

int main(void) {
    for (int round = 0; round < 100000; round++) {
        agree(some(), some());
        ON_RANDOM(__muldc3, some), ON_RANDOM(__divdc3, some), ON_RANDOM(__mulsc3, random_float);
        ON_RANDOM(__divsc3, random_float), ON_RANDOM(__mulxc3, random_long_double), ON_RANDOM(__divxc3, random_long_double);
    }
    return check_result();
}
