//! What a harness may call and can be said in terms of the executor's own primitives.
//!
//! Invariant: no state of its own; each function is its definition in plica.h and klee/klee.h, nothing more.

unsigned long plica_ulong(const char *name);
void plica_assume(int condition);
void klee_silent_exit(int status) __attribute__((noreturn));
int *__errno_location(void);

void plica_silent_exit(void) { klee_silent_exit(0); }

unsigned long klee_choose(unsigned long n) {
    unsigned long choice = plica_ulong("klee_choose");
    plica_assume(choice < n);
    return choice;
}

int klee_get_errno(void) { return *__errno_location(); }

/* What stands between these happens at once, as everything does where there is one thread. */
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
