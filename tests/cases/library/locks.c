// Locks of a program with one thread: they are free, and are there for who takes them again in the ways that may.
// verdict: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, checked;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_trylock(&m) == EBUSY && pthread_mutex_unlock(&m) == 0);
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&checked, &a);
    assert(pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == 0);
    pthread_mutex_unlock(&checked);
    assert(pthread_mutex_destroy(&checked) == EBUSY && pthread_mutex_unlock(&checked) == 0);
    assert(pthread_mutex_unlock(&checked) == EPERM && pthread_mutex_destroy(&checked) == 0);
    assert(pthread_rwlock_rdlock(&l) == 0 && pthread_rwlock_tryrdlock(&l) == 0 && pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_unlock(&l) == 0 && pthread_rwlock_unlock(&l) == 0 && pthread_rwlock_wrlock(&l) == 0);
    assert(pthread_cond_signal(&c) == 0);
    sem_t s;
    int value;
    assert(sem_init(&s, 0, 1) == 0 && sem_wait(&s) == 0 && sem_trywait(&s) == -1 && errno == EAGAIN);
    assert(sem_post(&s) == 0 && sem_getvalue(&s, &value) == 0 && value == 1);
    mtx_t t;
    assert(mtx_init(&t, mtx_plain) == thrd_success && mtx_lock(&t) == thrd_success && mtx_trylock(&t) == thrd_busy);
    return mtx_unlock(&t);
}
