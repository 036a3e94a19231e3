/* What the programs of this folder say of their inputs, for any tool that knows KLEE's functions. */
#ifndef SMALL_H
#define SMALL_H
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include "klee/klee.h"
#define SYM(v) klee_make_symbolic(&(v), sizeof(v), #v)
#define ASSUME(c) klee_assume(c)
#define ASSERT(c) assert(c)
#endif
