//! Fig. 2: M1 and M2 call each other with ever larger x; in each there is a statement that is never reached.
//!
//! After Vanoverberghe, Piessens: Precise and Progressing Compositional Symbolic Execution, 2010, where an adversarial but
//! fair schedule of leaves must still conclude that every state with x <= 8 is reachable. A call further in (rec) makes an x
//! reachable that was not, a return further in (rer) makes a sum reachable that was not. The recursion ends at LIMIT
//! (-DLIMIT=40), so that calls in place end too. -DREACH=n reports an error where x is n: M1 has the even numbers, M2 the odd
//! ones. -DGAP=n reports one where a call comes back n higher: it is reachable for every n from 1 to LIMIT.
//! Verdict: holds (what M2 and M1 return is never below their x, and parities are kept).
#include "plica.h"

#ifndef LIMIT
#define LIMIT 40
#endif

static void visit(int x) {
#ifdef REACH
    if (x == REACH) plica_error("x is reached");
#endif
    (void)x;
}

static void back(int x, int y) {
#ifdef GAP
    if (y - x == GAP) plica_error("the gap is reached");
#endif
    (void)x, (void)y;
}

static int M2(int x);

static int M1(int x) {
    visit(x);
    if (x >= LIMIT || plica_bool("stop")) return x;
    int y = M2(x + 1);
    back(x, y);
    if (y <= x) plica_error("M2 returns less than its x");
    return y;
}

static int M2(int x) {
    visit(x);
    if (x % 2 == 0) plica_error("M2 has an odd x only");
    if (x >= LIMIT || plica_bool("stop")) return x;
    int y = M1(x + 1);
    back(x, y);
    return y;
}

int main(void) {
    M1(0);
    return 0;
}
