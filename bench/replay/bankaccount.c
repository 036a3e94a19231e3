//! BankAccount: deposits and withdrawals in any order, of which only five may be withdrawals.
//!
//! A subject of Qiu, Yang, Păsăreanu, Khurshid: Compositional Symbolic Execution with Memoized Replay, 2015, written afresh
//! from what is said of it there: a deposit counts if it is above zero, a withdrawal if the balance covers it, after five
//! withdrawals an assertion fails; a driver takes a decision by an input in each round. There are ROUNDS rounds (-DROUNDS=4).
//! From -DROUNDS=6 on the assertion fails.
//! Verdict: holds.
#include <stdbool.h>
#include "plica.h"

#ifndef ROUNDS
#define ROUNDS 4
#endif

struct account {
    int balance, withdrawals;
};

static void deposit(struct account *a, int amount) {
    if (amount > 0) a->balance += amount;
}

static bool withdraw(struct account *a, int amount) {
    if (amount > a->balance) return false;
    plica_assert(a->withdrawals < 5);
    a->balance -= amount;
    a->withdrawals++;
    return true;
}

int main(void) {
    struct account a = {plica_int("balance"), 0};
    for (int round = 0; round < ROUNDS; round++) {
        if (plica_bool("in")) deposit(&a, plica_ushort("amount"));
        else withdraw(&a, plica_ushort("amount"));
    }
    return 0;
}
