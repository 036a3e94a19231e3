//! A data structure against its promise: last in must not be first out.
//!
//!     plica check examples/queue.c
//!
//! Every sequence of five operations with any values is tried at once. The verdict is `holds`. Take the `% ROOM` out of `put`
//! and plica names the operations that write outside the array.
#include "plica.h"

#define ROOM 3

struct queue { int items[ROOM]; unsigned first, used; };

static int put(struct queue *q, int item) {
    if (q->used == ROOM) return 0;
    q->items[(q->first + q->used++) % ROOM] = item;
    return 1;
}

static int take(struct queue *q, int *item) {
    if (q->used == 0) return 0;
    *item = q->items[q->first];
    q->first = (q->first + 1) % ROOM;
    q->used--;
    return 1;
}

int main(void) {
    struct queue q = {{0}, 0, 0};
    int expected[5], put_count = 0, taken = 0;
    for (int i = 0; i < 5; i++) {
        int item = plica_int("item"), out;
        if (plica_bool("put")) {
            if (put(&q, item)) expected[put_count++] = item;
        } else if (take(&q, &out)) {
            plica_assert(out == expected[taken++]);
        }
    }
    plica_assert((int)q.used == put_count - taken);
    return 0;
}
