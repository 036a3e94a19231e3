//! What a program with one thread asks about threads: who it is, data of its own, what is done once.
//!
//! Oblivious to starting threads, which has no model, and to locks, which `locks.c` has. Destructors of a thread's data
//! do not run at the end of the program in C either.

typedef __SIZE_TYPE__ size_t;

#define PLICA_KEYS 1024
#define PLICA_EINVAL 22
#define PLICA_EAGAIN 11

static struct {
    unsigned char used;
    void *value;
} plica_keys[PLICA_KEYS];

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
    (void)destructor;
    for (unsigned i = 0; i < PLICA_KEYS; i++) {
        if (plica_keys[i].used) continue;
        plica_keys[i].used = 1;
        plica_keys[i].value = 0;
        *key = i;
        return 0;
    }
    return PLICA_EAGAIN;
}

int pthread_key_delete(unsigned key) {
    if (key >= PLICA_KEYS || !plica_keys[key].used) return PLICA_EINVAL;
    plica_keys[key].used = 0;
    return 0;
}

int pthread_setspecific(unsigned key, const void *value) {
    if (key >= PLICA_KEYS || !plica_keys[key].used) return PLICA_EINVAL;
    plica_keys[key].value = (void *)value;
    return 0;
}

void *pthread_getspecific(unsigned key) {
    if (key >= PLICA_KEYS || !plica_keys[key].used) return 0;
    return plica_keys[key].value;
}

unsigned long pthread_self(void) { return 1; }
int pthread_equal(unsigned long one, unsigned long other) { return one == other; }

int pthread_once(int *control, void (*routine)(void)) {
    if (*control == 2) return 0;
    routine();
    /* Not where it ends in an exception: the next call is the first again. */
    *control = 2;
    return 0;
}

/* The same by the names of C11. */
void call_once(int *control, void (*routine)(void)) { pthread_once(control, routine); }
int tss_create(unsigned *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor) ? 2 : 0; }
void tss_delete(unsigned key) { pthread_key_delete(key); }
int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value) ? 2 : 0; }
void *tss_get(unsigned key) { return pthread_getspecific(key); }
unsigned long thrd_current(void) { return pthread_self(); }
int thrd_equal(unsigned long one, unsigned long other) { return one == other; }
void thrd_yield(void) {}
