//! The floating-point environment: rounding is to nearest, and the flags of exceptions are not kept.
//!
//! Invariant: whoever asks for another rounding, or for a flag, ends the path as undecided.

typedef __SIZE_TYPE__ size_t;

void __plica_other_rounding(void);

int fegetround(void) { return 0; }

/* Which others there are depends on the processor. */
int fesetround(int direction) {
    if (direction != 0) __plica_other_rounding();
    return 0;
}

/* Nobody sees flags, so nothing is to be done about them. */
int feclearexcept(int flags) { return (void)flags, 0; }
int feraiseexcept(int flags) { return (void)flags, 0; }
int fegetexceptflag(unsigned short *to, int flags) { return *to = 0, (void)flags, 0; }
int fesetexceptflag(const unsigned short *from, int flags) { return (void)*from, (void)flags, 0; }

/* fenv_t as glibc has it on x86-64: what is in it says nothing, as it is always the same. FE_DFL_ENV is no address. */
int fegetenv(void *to) { return __builtin_memset(to, 0, 32), 0; }
int feholdexcept(void *to) { return fegetenv(to); }
int fesetenv(const void *from) { return (void)from, 0; }
int feupdateenv(const void *from) { return (void)from, 0; }
