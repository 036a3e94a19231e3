//! That there is one thread, as far as C++ asks. Local variables of C++ are initialised when control first comes to
//! them: the first byte of the guard says whether they are. Invariant: there is one thread, so nobody waits.

/* What glibc says of the process, and libraries ask to do without atomic operations. */
char __libc_single_threaded = 1;

_Noreturn void plica_terminate(int how, const char *type, const char *what);

/* The second byte says whether it is being initialised: what comes to it again by then is undefined, and libstdc++
   throws where nobody can catch it. */
int __cxa_guard_acquire(char *guard) {
    if (guard[0]) return 0;
    if (guard[1]) plica_terminate(5, 0, 0);
    guard[1] = 1;
    return 1;
}
void __cxa_guard_release(char *guard) {
    guard[0] = 1;
    guard[1] = 0;
}
void __cxa_guard_abort(char *guard) { guard[1] = 0; }
