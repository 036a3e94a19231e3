//! threads.c against the C library, where a program has one thread.
#include <errno.h>
#include <pthread.h>
#include "check.h"

int model_pthread_key_create(unsigned *, void (*)(void *));
int model_pthread_key_delete(unsigned), model_pthread_setspecific(unsigned, const void *);
void *model_pthread_getspecific(unsigned);
unsigned long model_pthread_self(void);
int model_pthread_equal(unsigned long, unsigned long), model_pthread_once(int *, void (*)(void));

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
    return check_result();
}
