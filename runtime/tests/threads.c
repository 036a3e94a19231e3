//! threads.c against the C library, where a program has one thread.
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include "check.h"

int model_pthread_key_create(unsigned *, void (*)(void *));
int model_pthread_key_delete(unsigned), model_pthread_setspecific(unsigned, const void *);
void *model_pthread_getspecific(unsigned);
unsigned long model_pthread_self(void);
int model_pthread_equal(unsigned long, unsigned long), model_pthread_once(int *, void (*)(void));

unsigned long model_thrd_current(void);
int model_thrd_equal(unsigned long, unsigned long), model_tss_create(unsigned *, void (*)(void *)), model_tss_set(unsigned, void *);
void *model_tss_get(unsigned);
void model_tss_delete(unsigned), model_thrd_yield(void), model_call_once(int *, void (*)(void));

static int calls;
static void call(void) { calls++; }

int main(void) {
    unsigned ours[3], theirs[3];
    for (int i = 0; i < 3; i++) {
        CHECK(model_pthread_key_create(&ours[i], 0) == pthread_key_create(&theirs[i], 0));
        CHECK(model_pthread_getspecific(ours[i]) == pthread_getspecific(theirs[i]));
        CHECK(model_pthread_setspecific(ours[i], &ours[i]) == pthread_setspecific(theirs[i], &theirs[i]));
    }
    for (int i = 0; i < 3; i++) CHECK(model_pthread_getspecific(ours[i]) == &ours[i]);
    CHECK(model_pthread_key_delete(ours[1]) == pthread_key_delete(theirs[1]));
    CHECK(model_pthread_key_delete(ours[1]) == pthread_key_delete(theirs[1]));
    CHECK(model_pthread_setspecific(ours[1], 0) == pthread_setspecific(theirs[1], 0));
    CHECK(model_pthread_getspecific(ours[1]) == 0 && model_pthread_getspecific(ours[2]) == &ours[2]);
    CHECK(model_pthread_equal(model_pthread_self(), model_pthread_self()));
    int once = PTHREAD_ONCE_INIT;
    CHECK(model_pthread_once(&once, call) == 0 && model_pthread_once(&once, call) == 0 && calls == 1);
    unsigned key, of_theirs;
    CHECK(model_tss_create(&key, 0) == tss_create(&of_theirs, 0) && model_tss_get(key) == tss_get(of_theirs));
    CHECK(model_tss_set(key, &key) == tss_set(of_theirs, &key) && model_tss_get(key) == tss_get(of_theirs));
    model_tss_delete(key), tss_delete(of_theirs);
    CHECK(model_tss_set(key, 0) == tss_set(of_theirs, 0));
    CHECK(model_thrd_equal(model_thrd_current(), model_thrd_current()));
    model_thrd_yield();
    int flag = 0;
    model_call_once(&flag, call), model_call_once(&flag, call);
    CHECK(calls == 2);
    return check_result();
}
