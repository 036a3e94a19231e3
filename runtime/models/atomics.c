//! Atomic operations on what is larger than the processor's, or has any size, as libatomic has them. There is one
//! thread: each is what it says, at once.
//!
//! The compiler has functions of these names that have other parameters, so here they are named for the linker only.

typedef unsigned __int128 plica_wide;

void *memcpy(void *to, const void *from, unsigned long n);
int memcmp(const void *a, const void *b, unsigned long n);

#define PLICA_NAMED(result, name, parameters)                                                                          \
    result plica##name parameters __asm__("_" #name);                                                                  \
    result plica##name parameters

PLICA_NAMED(void, _atomic_load, (unsigned long n, const void *at, void *to, int order)) {
    (void)order;
    memcpy(to, at, n);
}
PLICA_NAMED(void, _atomic_store, (unsigned long n, void *at, const void *from, int order)) {
    (void)order;
    memcpy(at, from, n);
}
PLICA_NAMED(void, _atomic_exchange, (unsigned long n, void *at, const void *from, void *to, int order)) {
    (void)order;
    /* They may be one object. */
    char value[n];
    memcpy(value, from, n);
    memcpy(to, at, n);
    memcpy(at, value, n);
}
PLICA_NAMED(_Bool, _atomic_compare_exchange,
            (unsigned long n, void *at, void *expected, const void *from, int then, int otherwise)) {
    (void)then, (void)otherwise;
    if (memcmp(at, expected, n) == 0) {
        memcpy(at, from, n);
        return 1;
    }
    memcpy(expected, at, n);
    return 0;
}
/* By the instructions that each processor has. */
PLICA_NAMED(_Bool, _atomic_is_lock_free, (unsigned long n, const void *at)) {
    return (void)at, n == 1 || n == 2 || n == 4 || n == 8;
}

PLICA_NAMED(plica_wide, _atomic_load_16, (const plica_wide *at, int order)) { return (void)order, *at; }
PLICA_NAMED(void, _atomic_store_16, (plica_wide *at, plica_wide value, int order)) { (void)order, *at = value; }
PLICA_NAMED(_Bool, _atomic_compare_exchange_16,
            (plica_wide *at, plica_wide *expected, plica_wide value, int then, int otherwise)) {
    (void)then, (void)otherwise;
    _Bool is = *at == *expected;
    if (is) *at = value;
    else *expected = *at;
    return is;
}

#define PLICA_CHANGE(name, changed)                                                                                    \
    PLICA_NAMED(plica_wide, name, (plica_wide *at, plica_wide value, int order)) {                                     \
        (void)order;                                                                                                   \
        plica_wide old = *at;                                                                                          \
        *at = changed;                                                                                                 \
        return old;                                                                                                    \
    }

PLICA_CHANGE(_atomic_exchange_16, value)
PLICA_CHANGE(_atomic_fetch_add_16, old + value)
PLICA_CHANGE(_atomic_fetch_sub_16, old - value)
PLICA_CHANGE(_atomic_fetch_and_16, old & value)
PLICA_CHANGE(_atomic_fetch_or_16, old | value)
PLICA_CHANGE(_atomic_fetch_xor_16, old ^ value)
PLICA_CHANGE(_atomic_fetch_nand_16, ~(old & value))
