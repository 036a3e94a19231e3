//! HeapOp: an operation on a small graph of objects, and a caller that applies it twice.
//!
//! A subject of Qiu, Yang, Păsăreanu, Khurshid: Compositional Symbolic Execution with Memoized Replay, 2015, whose program is
//! not public: this one is of that kind and roughly of that size (q executes 118 branches on inputs there and 219 here). q
//! takes two cells that may be the same, share what they lead to, or lead to each other; r calls q on two cells and then on
//! what the first of them leads to.
//!
//! As an entry: --entry q|r. As a program: -DMAIN=q|r, on four cells, two of which lead to any of the first
//! three or to nothing.
//! Verdict: holds.
#include <stddef.h>
#include "plica.h"

#ifndef MAIN
#define MAIN q
#endif

struct cell {
    int value;
    struct cell *left, *right;
};

static void order(struct cell *a, struct cell *b) {
    if (a->value > b->value) {
        int value = a->value;
        a->value = b->value;
        b->value = value;
    }
}

/* Orders what hangs below the two cells, then hangs the smaller of them below the other. */
int q(struct cell *a, struct cell *b) {
    if (a == NULL || b == NULL) return 0;
    if (a->left != NULL) order(a->left, a);
    if (b->left != NULL) order(b->left, b);
    if (a == b) return 1;
    if (a->right == b) order(b, a);
    if (a->value < b->value) {
        b->right = a;
        return 2;
    }
    a->right = b;
    return 3;
}

int r(struct cell *a, struct cell *b) {
    int first = q(a, b);
    if (a == NULL) return first;
    int second = q(a->left, a->right);
    return first + second;
}

/* Null, or one of the first three cells. */
static struct cell *any(struct cell *cells) {
    switch (plica_uchar("to") & 3) {
        case 0: return NULL;
        case 1: return &cells[0];
        case 2: return &cells[1];
    }
    return &cells[2];
}

int main(void) {
    static struct cell cells[4];
    for (int i = 0; i < 4; i++) cells[i].value = plica_int("value");
    cells[0].left = any(cells);
    cells[1].left = any(cells);
    cells[0].right = &cells[3];
    MAIN(&cells[0], &cells[1]);
    return 0;
}
