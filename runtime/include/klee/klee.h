/*! klee/klee.h: the interface of KLEE's harnesses, declared afresh so that they run under plica unchanged.
 *
 * What KLEE answers by searching its own state is answered by plica in its own way; functions that only steer KLEE's
 * search have no effect. Invariant: it declares the interface and defines no symbol. */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define KLEE_NOEXCEPT noexcept
#else
#define KLEE_NOEXCEPT
#endif

/* Inputs. */

/* Makes the `nbytes` bytes at `addr` an input called `name`. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);
/* Any int from `begin` on and below `end`. */
int klee_range(int begin, int end, const char *name);
/* Any int. */
int klee_int(const char *name);
/* Any number below `n`. */
uintptr_t klee_choose(uintptr_t n);

/* Assumptions and errors. */

/* Only paths on which `condition` is not zero are explored further. */
void klee_assume(uintptr_t condition);
/* Ends the path without an error. */
__attribute__((noreturn)) void klee_silent_exit(int status);
/* Reports an error at `file`:`line`. */
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix);
/* Ends the path with an error. */
__attribute__((noreturn)) void klee_abort(void);

void __assert_fail(const char *expression, const char *file, unsigned int line, const char *function) KLEE_NOEXCEPT
    __attribute__((noreturn));
#define klee_assert(expr)                                                                                               \
    ((expr) ? (void)0 : __assert_fail(#expr, __FILE__, (unsigned int)__LINE__, __func__))

/* Questions about the current path. */

/* Whether `n` depends on an input. */
unsigned klee_is_symbolic(uintptr_t n);
/* Whether this is a replay of a test case. */
unsigned klee_is_replay(void);
/* One value that the expression can have; the path goes on unconstrained. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);
/* The size of the object that `ptr` points into. */
size_t klee_get_obj_size(void *ptr);
int klee_get_errno(void);
/* Prints the value, or what is known of it. */
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);
void klee_warning(const char *message);
void klee_warning_once(const char *message);

/* Memory and functions. */

/* Makes the `nbytes` bytes at `addr`, a number, an object. */
void klee_define_fixed_object(void *addr, size_t nbytes);
/* From now on calls of `name` go to `alias`; an empty alias takes that back. */
void klee_alias_function(const char *name, const char *alias);
/* Reports an error unless `size` bytes may be read at `address`. */
void klee_check_memory_access(const void *address, size_t size);

/* Preferences and hints: without effect, which is said once. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_mark_global(void *object);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_merge(void);
void klee_set_forking(unsigned enable);

#ifdef __cplusplus
}
#endif

#undef KLEE_NOEXCEPT

#endif
