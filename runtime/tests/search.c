//! search.c against the C library: lists, trees, the hash table.
#define _GNU_SOURCE
#include <search.h>
#include "tables.h"

LIKE(lfind) LIKE(lsearch) LIKE(tsearch) LIKE(tfind) LIKE(tdelete) LIKE(twalk) LIKE(tdestroy) LIKE(insque) LIKE(remque)
LIKE(hcreate) LIKE(hsearch) LIKE(hdestroy) LIKE(hcreate_r) LIKE(hsearch_r) LIKE(hdestroy_r)

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* What a walk shows: keys, in order, without the shape, which is the library's choice. */
static int seen[64], count;
static void note(const void *node, VISIT when, int depth) {
    (void)depth;
    if (when == postorder || when == leaf) seen[count++] = **(int *const *)node;
}

static void ignore(void *key) { (void)key; }

static void trees(void) {
    static int keys[16];
    void *real = NULL, *model = NULL;
    for (int i = 0; i < 16; i++) keys[i] = i;
    for (int step = 0; step < 30; step++) {
        int *key = &keys[random_below(16)], found[64];
        switch (random_below(4)) {
        case 0: case 1: CHECK(**(int **)model_tsearch(key, &model, by_number) == **(int **)tsearch(key, &real, by_number)); break;
        case 2: CHECK(!model_tdelete(key, &model, by_number) == !tdelete(key, &real, by_number)); break;
        default: CHECK(!model_tfind(key, &model, by_number) == !tfind(key, &real, by_number));
        }
        count = 0, twalk(real, note), memcpy(found, seen, sizeof seen);
        int before = count;
        count = 0, model_twalk(model, note);
        CHECK(before == count && memcmp(found, seen, (size_t)count * sizeof *seen) == 0);
    }
    model_tdestroy(model, ignore);
    while (real) tdelete(*(int **)real, &real, by_number);
}

static void arrays(void) {
    int one[24], two[24];
    size_t n = (size_t)random_below(10), m;
    for (int i = 0; i < 24; i++) one[i] = two[i] = random_below(12);
    m = n;
    for (int step = 0; step < 12; step++) {
        int key = random_below(20);
        int *a = model_lfind(&key, one, &n, sizeof key, by_number), *b = lfind(&key, two, &m, sizeof key, by_number);
        CHECK(!a == !b && (!a || a - one == b - two));
        a = model_lsearch(&key, one, &n, sizeof key, by_number), b = lsearch(&key, two, &m, sizeof key, by_number);
        CHECK(a - one == b - two && n == m && memcmp(one, two, sizeof one) == 0);
    }
}

static void tables(void) {
    static char keys[40][4];
    size_t room = (size_t)random_below(20);
    struct hsearch_data one = {0}, two = {0};
    CHECK(!model_hcreate(room) == !hcreate(room) && !model_hcreate_r(room, &one) == !hcreate_r(room, &two));
    for (int step = 0; step < 40; step++) {
        char *key = keys[random_below(40)];
        sprintf(key, "%d", (int)(key - keys[0]) / 4);
        ENTRY entry = {key, (void *)(long)step}, *a, *b;
        ACTION action = random_below(2) ? ENTER : FIND;
        a = model_hsearch(entry, action), b = hsearch(entry, action);
        CHECK(!a == !b && (!a || a->data == b->data));
        CHECK(!model_hsearch_r(entry, action, &a, &one) == !hsearch_r(entry, action, &b, &two) && !a == !b && (!a || a->data == b->data));
    }
    model_hdestroy(), hdestroy(), model_hdestroy_r(&one), hdestroy_r(&two);
}

static void queues(void) {
    struct element { struct element *next, *previous; } one[8], two[8];
    memset(one, 0, sizeof one), memset(two, 0, sizeof two);
    model_insque(one, NULL), insque(two, NULL);
    int in[8] = {1};
    for (int step = 0; step < 20; step++) {
        int i = 1 + random_below(7), at = random_below(8);
        if (!in[i] && in[at]) model_insque(&one[i], &one[at]), insque(&two[i], &two[at]), in[i] = 1;
        else if (in[i]) model_remque(&one[i]), remque(&two[i]), in[i] = 0;
        for (int j = 0; j < 8; j++)
            CHECK(!in[j] || ((one[j].next ? one[j].next - one : -1) == (two[j].next ? two[j].next - two : -1) &&
                             (one[j].previous ? one[j].previous - one : -1) == (two[j].previous ? two[j].previous - two : -1)));
    }
}

int main(void) {
    for (int round = 0; round < 1000; round++) trees(), arrays(), tables(), queues();
    return check_result();
}
