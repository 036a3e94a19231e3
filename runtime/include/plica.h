/*! plica.h: what a program says to plica. Inputs, assumptions, assertions.
 *
 * Include it with `#include "plica.h"`; `plica check` finds it without a flag. A program that uses it also compiles
 * and links natively against the replay runtime, which answers each input from a test case.
 * The header is oblivious to how plica works. Invariant: it declares the primitives and defines no symbol. */
#ifndef PLICA_H
#define PLICA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define PLICA_NOEXCEPT noexcept
#define PLICA_BOOL bool
#else
#define PLICA_NOEXCEPT
#define PLICA_BOOL _Bool
#endif

/* Inputs. Each call makes a new input; `name` is how reports and test cases call it and need not be unique. */

/* Makes the `size` bytes at `object` an input. */
void plica_make_symbolic(void *object, size_t size, const char *name);

/* Any value of the type. */
PLICA_BOOL plica_bool(const char *name);
char plica_char(const char *name);
signed char plica_schar(const char *name);
unsigned char plica_uchar(const char *name);
short plica_short(const char *name);
unsigned short plica_ushort(const char *name);
int plica_int(const char *name);
unsigned int plica_uint(const char *name);
long plica_long(const char *name);
unsigned long plica_ulong(const char *name);
long long plica_longlong(const char *name);
unsigned long long plica_ulonglong(const char *name);
size_t plica_size(const char *name);
float plica_float(const char *name);
double plica_double(const char *name);
long double plica_long_double(const char *name);

/* Any int from `low` on and below `high`. */
int plica_range(int low, int high, const char *name);

/* Assumptions: paths on which `condition` is false are of no interest and end here, silently. */
void plica_assume(int condition);

/* Errors. */

/* The execution must not get here. */
void plica_unreachable(void) __attribute__((noreturn));

/* Reports an error with a text of one's own. */
void plica_error(const char *message) __attribute__((noreturn));

/* Ends the path without an error, as if the program had finished. */
void plica_silent_exit(void) __attribute__((noreturn));

/* Whether `value` depends on an input on this path: a hint for debugging, always 0 in a native run. */
int plica_is_symbolic(uint64_t value);

/* The failing branch of plica_assert; the name and the signature are those of the C library on Linux. */
void __assert_fail(const char *expression, const char *file, unsigned int line, const char *function) PLICA_NOEXCEPT
    __attribute__((noreturn));

/* Reports an error when `condition` is false. Unlike assert it does not vanish under NDEBUG. */
#define plica_assert(condition)                                                                                         \
    ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, (unsigned int)__LINE__, __func__))

/* Makes a variable, array or structure an input named after itself. */
#define PLICA_SYMBOLIC(variable) plica_make_symbolic(&(variable), sizeof(variable), #variable)

#ifdef __cplusplus
}
#endif

#undef PLICA_NOEXCEPT
#undef PLICA_BOOL

#endif
