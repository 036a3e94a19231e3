// verdict: holds
// Atomic operations of a single thread are plain ones.
#include <stdatomic.h>
#include "plica.h"

static atomic_int count;

int main(void) {
    int n = plica_range(0, 100, "n"), expected = n;
    atomic_store(&count, n);
    plica_assert(atomic_fetch_add(&count, 5) == n && atomic_load(&count) == n + 5);
    plica_assert(!atomic_compare_exchange_strong(&count, &expected, 1) && expected == n + 5);
    plica_assert(atomic_compare_exchange_strong(&count, &expected, 1) && count == 1);
    plica_assert(atomic_exchange(&count, 9) == 1);
    atomic_fetch_sub(&count, 1);
    atomic_fetch_or(&count, 3);
    atomic_fetch_and(&count, 6);
    atomic_fetch_xor(&count, 1);
    atomic_thread_fence(memory_order_seq_cst);
    plica_assert(count == 3);
    plica_assert(__sync_fetch_and_add((int *)&count, 1) == 3);
    return 0;
}
