//! tree(d): a complete binary tree of different functions, DEPTH levels deep (-DDEPTH=4, 1 to 8): every function calls the two
//! below it and adds up what they return, and the leaves branch on inputs of their own.
//!
//! Models calls that fan out: recursive descent, visitors, rules made of rules.
//! Where calls in place drown: there are 2^(DEPTH - 1) leaves with three ways each, so 3^(2^(DEPTH - 1)) paths; one of them
//! violates the assertion.
//! Verdict: violated (every leaf has to return its most).
#include "plica.h"

#ifndef DEPTH
#define DEPTH 4
#endif

/* A function is named by the way to it from the root, in binary behind a leading 1; so its name is its number. */
#define LEAF(way)                                                                                                               \
    static int f##way(void) {                                                                                                   \
        int x = plica_int("x" #way);                                                                                            \
        if (x < 0b##way) return 0;                                                                                              \
        if (x < 3 * 0b##way) return 2;                                                                                          \
        return 1;                                                                                                               \
    }
#define NODE(way)                                                                                                               \
    static int f##way(void) {                                                                                                   \
        int left = f##way##0(), right = f##way##1();                                                                            \
        return left + right;                                                                                                    \
    }

#define TREE1(way) LEAF(way)
#define TREE2(way) TREE1(way##0) TREE1(way##1) NODE(way)
#define TREE3(way) TREE2(way##0) TREE2(way##1) NODE(way)
#define TREE4(way) TREE3(way##0) TREE3(way##1) NODE(way)
#define TREE5(way) TREE4(way##0) TREE4(way##1) NODE(way)
#define TREE6(way) TREE5(way##0) TREE5(way##1) NODE(way)
#define TREE7(way) TREE6(way##0) TREE6(way##1) NODE(way)
#define TREE8(way) TREE7(way##0) TREE7(way##1) NODE(way)
#define TREE_(depth, way) TREE##depth(way)
#define TREE(depth, way) TREE_(depth, way)

TREE(DEPTH, 1)

int main(void) {
    plica_assert(f1() < 2 << (DEPTH - 1));
    return 0;
}
