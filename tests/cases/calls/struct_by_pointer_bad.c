// verdict: violated
// error: assertion-failure at 18
// A callee changes a structure inside an array of structures: the one with the input's number.
#include "plica.h"

struct account {
    int id, balance;
};

static void withdraw(struct account *from, int amount) { from->balance -= amount; }

int main(void) {
    struct account accounts[3] = {{1, 10}, {2, 20}, {3, 30}};
    int which = plica_range(0, 3, "which");
    withdraw(&accounts[which], 20);
    plica_assert(accounts[which].id == which + 1);
    plica_assert(accounts[0].balance + accounts[1].balance + accounts[2].balance == 40);
    plica_assert(accounts[which].balance >= 0);
    return 0;
}
