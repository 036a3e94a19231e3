//! Locks of a program with one thread: mutexes, locks for readers and writers, spin locks, conditions, semaphores.
//!
//! Oblivious to other threads, of which there are none. Invariants: a lock that is free is taken at once; one that
//! could only be waited for ends the path, as an error where the rules forbid to ask for it. What is kept of a lock
//! lies where glibc keeps it, so that one that was initialised by a constant works.

#define PLICA_EPERM 1
#define PLICA_EBUSY 16
#define PLICA_EINVAL 22
#define PLICA_EDEADLK 35

int *__errno_location(void);
/* The program does what the rules of a function forbid. */
void __plica_undefined(const char *text);
/* Nobody else is there, so who waits for that has not been followed. */
void __plica_waits_for_another_thread(void);

enum { PLICA_NORMAL, PLICA_RECURSIVE, PLICA_CHECKED, PLICA_KINDS };

/* `pthread_mutex_t`, and `mtx_t` of C11. */
struct plica_mutex { int locked; unsigned count; int owner; unsigned users; int kind; };

int pthread_mutexattr_init(int *attributes) { return *attributes = PLICA_NORMAL; }
int pthread_mutexattr_destroy(int *attributes) { return (void)attributes, 0; }
int pthread_mutexattr_settype(int *attributes, int kind) {
    if (kind < 0 || kind > PLICA_KINDS) return PLICA_EINVAL;
    *attributes = kind;
    return 0;
}
int pthread_mutexattr_gettype(const int *restrict attributes, int *restrict kind) { return *kind = *attributes, 0; }

int pthread_mutex_init(struct plica_mutex *restrict mutex, const int *restrict attributes) {
    *mutex = (struct plica_mutex){0, 0, 0, 0, attributes ? *attributes & 3 : PLICA_NORMAL};
    return 0;
}
int pthread_mutex_destroy(struct plica_mutex *mutex) {
    if (mutex->locked) return PLICA_EBUSY;
    mutex->kind = -1;
    return 0;
}

static int plica_take(struct plica_mutex *mutex) {
    mutex->locked = mutex->owner = 1;
    mutex->count = mutex->users = 1;
    return 0;
}

int pthread_mutex_trylock(struct plica_mutex *mutex) {
    if (mutex->kind < 0) return PLICA_EINVAL;
    if (!mutex->locked) return plica_take(mutex);
    if (mutex->kind != PLICA_RECURSIVE) return PLICA_EBUSY;
    mutex->count++;
    return 0;
}
int pthread_mutex_lock(struct plica_mutex *mutex) {
    if (mutex->kind == PLICA_CHECKED && mutex->locked) return PLICA_EDEADLK;
    int failure = pthread_mutex_trylock(mutex);
    if (failure == PLICA_EBUSY) __plica_undefined("a mutex that this thread has locked is locked again: a deadlock");
    return failure;
}
int pthread_mutex_unlock(struct plica_mutex *mutex) {
    if (mutex->kind < 0) return PLICA_EINVAL;
    if (!mutex->locked) {
        if (mutex->kind == PLICA_RECURSIVE || mutex->kind == PLICA_CHECKED) return PLICA_EPERM;
        __plica_undefined("a mutex is unlocked that is not locked");
    }
    if (--mutex->count) return 0;
    mutex->locked = mutex->owner = 0;
    mutex->users = 0;
    return 0;
}

/* `pthread_rwlock_t`: who writes is at its end. */
struct plica_shared { unsigned readers, unused[5]; int writer; };

int pthread_rwlockattr_init(long *attributes) { return *attributes = 0; }
int pthread_rwlockattr_destroy(long *attributes) { return (void)attributes, 0; }
int pthread_rwlock_init(struct plica_shared *restrict lock, const long *restrict attributes) {
    (void)attributes;
    *lock = (struct plica_shared){0, {0}, 0};
    return 0;
}
int pthread_rwlock_destroy(struct plica_shared *lock) {
    if (lock->readers || lock->writer) __plica_undefined("a lock is destroyed that is locked");
    return 0;
}
int pthread_rwlock_tryrdlock(struct plica_shared *lock) {
    if (lock->writer) return PLICA_EBUSY;
    lock->readers++;
    return 0;
}
int pthread_rwlock_trywrlock(struct plica_shared *lock) {
    if (lock->writer || lock->readers) return PLICA_EBUSY;
    lock->writer = 1;
    return 0;
}
int pthread_rwlock_rdlock(struct plica_shared *lock) { return lock->writer ? PLICA_EDEADLK : pthread_rwlock_tryrdlock(lock); }
int pthread_rwlock_wrlock(struct plica_shared *lock) {
    if (lock->writer) return PLICA_EDEADLK;
    if (lock->readers) __plica_undefined("a lock that this thread reads under is locked for writing: a deadlock");
    lock->writer = 1;
    return 0;
}
int pthread_rwlock_unlock(struct plica_shared *lock) {
    if (lock->writer) lock->writer = 0;
    else if (lock->readers) lock->readers--;
    else __plica_undefined("a lock is unlocked that is not locked");
    return 0;
}

int pthread_spin_init(volatile int *lock, int shared) { return (void)shared, *lock = 0; }
int pthread_spin_destroy(volatile int *lock) { return (void)lock, 0; }
int pthread_spin_trylock(volatile int *lock) {
    if (*lock) return PLICA_EBUSY;
    *lock = 1;
    return 0;
}
int pthread_spin_lock(volatile int *lock) {
    if (*lock) __plica_undefined("a spin lock that this thread has locked is locked again: a deadlock");
    *lock = 1;
    return 0;
}
int pthread_spin_unlock(volatile int *lock) {
    if (!*lock) __plica_undefined("a spin lock is unlocked that is not locked");
    *lock = 0;
    return 0;
}

/* `pthread_cond_t`, of which nothing is kept. Who waits may wake up without a cause. */
struct plica_condition { long unused[6]; };

int pthread_condattr_init(int *attributes) { return *attributes = 0; }
int pthread_condattr_destroy(int *attributes) { return (void)attributes, 0; }
int pthread_cond_init(struct plica_condition *restrict condition, const int *restrict attributes) {
    (void)attributes;
    *condition = (struct plica_condition){{0}};
    return 0;
}
int pthread_cond_destroy(struct plica_condition *condition) { return (void)condition, 0; }
int pthread_cond_signal(struct plica_condition *condition) { return (void)condition, 0; }
int pthread_cond_broadcast(struct plica_condition *condition) { return (void)condition, 0; }
int pthread_cond_wait(struct plica_condition *restrict condition, struct plica_mutex *restrict mutex) {
    (void)condition;
    if (!mutex->locked) __plica_undefined("a condition is waited for with a mutex that is not locked");
    return 0;
}

/* The names of C11. */
static int plica_status(int failure) { return failure == PLICA_EBUSY ? 1 : failure ? 2 : 0; }

int mtx_init(struct plica_mutex *mutex, int kind) { return pthread_mutex_init(mutex, (int[]){kind & 1}); }
void mtx_destroy(struct plica_mutex *mutex) { pthread_mutex_destroy(mutex); }
int mtx_lock(struct plica_mutex *mutex) { return plica_status(pthread_mutex_lock(mutex)); }
int mtx_trylock(struct plica_mutex *mutex) { return plica_status(pthread_mutex_trylock(mutex)); }
int mtx_unlock(struct plica_mutex *mutex) { return plica_status(pthread_mutex_unlock(mutex)); }
int cnd_init(struct plica_condition *condition) { return pthread_cond_init(condition, 0); }
void cnd_destroy(struct plica_condition *condition) { (void)condition; }
int cnd_signal(struct plica_condition *condition) { return (void)condition, 0; }
int cnd_broadcast(struct plica_condition *condition) { return (void)condition, 0; }
int cnd_wait(struct plica_condition *condition, struct plica_mutex *mutex) { return pthread_cond_wait(condition, mutex); }

/* `sem_t` */
static int plica_fail(int error) {
    *__errno_location() = error;
    return -1;
}
int sem_init(unsigned *semaphore, int shared, unsigned value) {
    (void)shared;
    if (value > 0x7fffffff) return plica_fail(PLICA_EINVAL);
    *semaphore = value;
    return 0;
}
int sem_destroy(unsigned *semaphore) { return (void)semaphore, 0; }
int sem_getvalue(unsigned *restrict semaphore, int *restrict value) { return *value = (int)*semaphore, 0; }
int sem_post(unsigned *semaphore) {
    if (*semaphore == 0x7fffffff) return plica_fail(75); /* EOVERFLOW */
    ++*semaphore;
    return 0;
}
int sem_trywait(unsigned *semaphore) {
    if (!*semaphore) return plica_fail(11); /* EAGAIN */
    --*semaphore;
    return 0;
}
int sem_wait(unsigned *semaphore) {
    if (!*semaphore) __plica_waits_for_another_thread();
    --*semaphore;
    return 0;
}
