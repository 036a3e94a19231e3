//! locks.c against the system: random operations of one thread, but those that it must not ask for.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include "tables.h"

LIKE(pthread_mutexattr_init) LIKE(pthread_mutexattr_destroy) LIKE(pthread_mutexattr_settype) LIKE(pthread_mutexattr_gettype)
LIKE(pthread_mutex_init) LIKE(pthread_mutex_destroy) LIKE(pthread_mutex_lock) LIKE(pthread_mutex_trylock)
LIKE(pthread_mutex_unlock) LIKE(pthread_rwlockattr_init) LIKE(pthread_rwlockattr_destroy) LIKE(pthread_rwlock_init)
LIKE(pthread_rwlock_destroy) LIKE(pthread_rwlock_rdlock) LIKE(pthread_rwlock_wrlock) LIKE(pthread_rwlock_tryrdlock)
LIKE(pthread_rwlock_trywrlock) LIKE(pthread_rwlock_unlock) LIKE(pthread_spin_init) LIKE(pthread_spin_destroy)
LIKE(pthread_spin_lock) LIKE(pthread_spin_trylock) LIKE(pthread_spin_unlock) LIKE(pthread_condattr_init)
LIKE(pthread_condattr_destroy) LIKE(pthread_cond_init) LIKE(pthread_cond_destroy) LIKE(pthread_cond_signal)
LIKE(pthread_cond_broadcast) LIKE(pthread_cond_wait) LIKE(mtx_init) LIKE(mtx_destroy) LIKE(mtx_lock) LIKE(mtx_trylock)
LIKE(mtx_unlock) LIKE(cnd_init) LIKE(cnd_destroy) LIKE(cnd_signal) LIKE(cnd_broadcast) LIKE(cnd_wait)
LIKE(sem_init) LIKE(sem_destroy) LIKE(sem_getvalue) LIKE(sem_post) LIKE(sem_trywait) LIKE(sem_wait)

static int forbidden;
void __plica_undefined(const char *text) { (void)text, forbidden++; }
void __plica_waits_for_another_thread(void) { exit(4); }

#define BOTH(f, one, other, ...) CHECK(f(one, ##__VA_ARGS__) == model_##f(other, ##__VA_ARGS__))

static void mutexes(int kind) {
    pthread_mutexattr_t theirs, ours;
    pthread_mutex_t a, b;
    int one, other;
    BOTH(pthread_mutexattr_init, &theirs, &ours);
    BOTH(pthread_mutexattr_settype, &theirs, &ours, 77);
    BOTH(pthread_mutexattr_settype, &theirs, &ours, kind);
    CHECK(pthread_mutexattr_gettype(&theirs, &one) == model_pthread_mutexattr_gettype(&ours, &other) && one == other);
    CHECK(pthread_mutex_init(&a, &theirs) == model_pthread_mutex_init(&b, &ours));
    BOTH(pthread_mutexattr_destroy, &theirs, &ours);
    int depth = 0, is_plain = kind == PTHREAD_MUTEX_NORMAL;
    for (int i = 0; i < 200; i++) {
        switch (random_below(3)) {
        case 0:
            if (depth && is_plain) break;
            BOTH(pthread_mutex_lock, &a, &b);
            depth += !depth || kind == PTHREAD_MUTEX_RECURSIVE;
            break;
        case 1:
            BOTH(pthread_mutex_trylock, &a, &b);
            depth += !depth || kind == PTHREAD_MUTEX_RECURSIVE;
            break;
        default:
            if (!depth && is_plain) break;
            BOTH(pthread_mutex_unlock, &a, &b);
            depth -= depth > 0;
        }
    }
    if (depth) BOTH(pthread_mutex_destroy, &a, &b);
    for (; depth; depth--) BOTH(pthread_mutex_unlock, &a, &b);
    BOTH(pthread_mutex_destroy, &a, &b);
    BOTH(pthread_mutex_lock, &a, &b);
}

static void constants(void) {
    pthread_mutex_t a[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};
    pthread_mutex_t b[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};
    for (int i = 0; i < 3; i++) {
        BOTH(pthread_mutex_lock, &a[i], &b[i]);
        if (i) BOTH(pthread_mutex_lock, &a[i], &b[i]);
        BOTH(pthread_mutex_trylock, &a[i], &b[i]);
        BOTH(pthread_mutex_unlock, &a[i], &b[i]);
    }
    pthread_cond_t theirs = PTHREAD_COND_INITIALIZER, ours = PTHREAD_COND_INITIALIZER;
    BOTH(pthread_cond_signal, &theirs, &ours);
    BOTH(pthread_cond_broadcast, &theirs, &ours);
    pthread_condattr_t attributes;
    CHECK(model_pthread_condattr_init(&attributes) == 0 && model_pthread_condattr_destroy(&attributes) == 0);
    BOTH(pthread_cond_init, &theirs, &ours, 0);
    CHECK(model_pthread_mutex_lock(&b[0]) == 0 && model_pthread_cond_wait(&ours, &b[0]) == 0);
    BOTH(pthread_cond_destroy, &theirs, &ours);
}

static void shared_locks(void) {
    pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlockattr_t attributes;
    CHECK(model_pthread_rwlockattr_init(&attributes) == 0 && model_pthread_rwlockattr_destroy(&attributes) == 0);
    BOTH(pthread_rwlock_init, &a, &b, 0);
    int readers = 0, writer = 0;
    for (int i = 0; i < 500; i++) {
        switch (random_below(5)) {
        case 0: BOTH(pthread_rwlock_rdlock, &a, &b); readers += !writer; break;
        case 1: BOTH(pthread_rwlock_tryrdlock, &a, &b); readers += !writer; break;
        case 2:
            if (readers) break;
            BOTH(pthread_rwlock_wrlock, &a, &b); writer = 1;
            break;
        case 3: BOTH(pthread_rwlock_trywrlock, &a, &b); writer |= !readers; break;
        default:
            if (!readers && !writer) break;
            BOTH(pthread_rwlock_unlock, &a, &b);
            if (writer) writer = 0;
            else readers--;
        }
    }
    for (; readers || writer; writer ? (writer = 0) : readers--) BOTH(pthread_rwlock_unlock, &a, &b);
    BOTH(pthread_rwlock_destroy, &a, &b);
    pthread_spinlock_t one, other;
    BOTH(pthread_spin_init, &one, &other, 0);
    BOTH(pthread_spin_lock, &one, &other);
    BOTH(pthread_spin_trylock, &one, &other);
    BOTH(pthread_spin_unlock, &one, &other);
    BOTH(pthread_spin_trylock, &one, &other);
    BOTH(pthread_spin_unlock, &one, &other);
    BOTH(pthread_spin_destroy, &one, &other);
}

static void of_c11(int kind) {
    mtx_t a, b;
    BOTH(mtx_init, &a, &b, kind);
    BOTH(mtx_lock, &a, &b);
    BOTH(mtx_trylock, &a, &b);
    BOTH(mtx_unlock, &a, &b);
    BOTH(mtx_trylock, &a, &b);
    cnd_t theirs, ours;
    BOTH(cnd_init, &theirs, &ours);
    BOTH(cnd_signal, &theirs, &ours);
    BOTH(cnd_broadcast, &theirs, &ours);
    CHECK(model_cnd_wait(&ours, &b) == thrd_success);
    cnd_destroy(&theirs), model_cnd_destroy(&ours);
    BOTH(mtx_unlock, &a, &b);
    mtx_destroy(&a), model_mtx_destroy(&b);
}

static void semaphores(unsigned value) {
    sem_t a, b;
    int one = 0, other = 0;
    BOTH(sem_init, &a, &b, 0, 0x80000000u);
    BOTH(sem_init, &a, &b, 0, value);
    for (int i = 0; i < 100; i++) {
        CHECK(sem_getvalue(&a, &one) == model_sem_getvalue(&b, &other) && one == other);
        errno = 0;
        int failed = random_below(2) ? sem_trywait(&a) : sem_post(&a), why = errno;
        errno = 0;
        int is_post = 0;
        sem_getvalue(&a, &other);
        is_post = other > one || why == EOVERFLOW;
        CHECK(failed == (is_post ? model_sem_post(&b) : model_sem_trywait(&b)) && (!failed || why == errno));
        if (other) {
            BOTH(sem_wait, &a, &b);
        }
    }
    BOTH(sem_destroy, &a, &b);
}

/* What this thread must not ask for is said. */
static void misuse(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
    pthread_spinlock_t s;
    forbidden = 0;
    model_pthread_cond_wait(&c, &m);
    model_pthread_mutex_unlock(&m);
    model_pthread_mutex_init(&m, 0), model_pthread_mutex_lock(&m), model_pthread_mutex_lock(&m);
    model_pthread_rwlock_unlock(&l);
    model_pthread_rwlock_rdlock(&l), model_pthread_rwlock_destroy(&l), model_pthread_rwlock_wrlock(&l);
    model_pthread_spin_init(&s, 0), model_pthread_spin_unlock(&s), model_pthread_spin_lock(&s), model_pthread_spin_lock(&s);
    CHECK(forbidden == 8);
}

int main(void) {
    mutexes(PTHREAD_MUTEX_NORMAL);
    mutexes(PTHREAD_MUTEX_RECURSIVE);
    mutexes(PTHREAD_MUTEX_ERRORCHECK);
    constants();
    shared_locks();
    of_c11(mtx_plain);
    of_c11(mtx_plain | mtx_recursive);
    semaphores(0);
    semaphores(3);
    semaphores(0x7fffffff);
    CHECK(forbidden == 0);
    misuse();
    return check_result();
}
