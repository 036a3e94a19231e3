// On an early way out a lock is kept, and taken again; one is unlocked that is not locked; and what one thread waits
// for without looking again need not be there.
// verdict: violated
// error: invalid-builtin at 15
// error: invalid-builtin at 24
// error: assertion-failure at 29
// native: no
#include <assert.h>
#include <pthread.h>
#include "plica.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static int take(int n) {
    pthread_mutex_lock(&m);
    if (n < 0) return -1;
    pthread_mutex_unlock(&m);
    return n;
}

int main(void) {
    int way = plica_range(0, 3, "way");
    if (way == 0) return take(plica_int("a")) + take(5);
    if (way == 1) return pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);

    assert(ready);
    return 0;
}
