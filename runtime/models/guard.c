//! That there is one thread, as far as C++ asks. Local variables of C++ are initialised when control first comes to
//! them: the first byte of the guard says whether they are. Invariant: there is one thread, so nobody waits.

/* What glibc says of the process, and libraries ask to do without atomic operations. */
char __libc_single_threaded = 1;

int __cxa_guard_acquire(char *guard) { return !*guard; }
void __cxa_guard_release(char *guard) { *guard = 1; }
void __cxa_guard_abort(char *guard) { *guard = 0; }
