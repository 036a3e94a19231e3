//! Local variables of C++ that are initialised when control first comes to them: the first byte of the guard says
//! whether they are. Invariant: there is one thread, so nobody waits.

int __cxa_guard_acquire(char *guard) { return !*guard; }
void __cxa_guard_release(char *guard) { *guard = 1; }
void __cxa_guard_abort(char *guard) { *guard = 0; }
