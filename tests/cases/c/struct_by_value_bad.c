// verdict: violated
// error: assertion-failure at 14
// The function gets a copy: the caller's stays as it was.
#include "plica.h"

struct account { char owner[20]; int balance; };

static void deposit(struct account a, int amount) { a.balance += amount; }

int main(void) {
    struct account a = {"x", 10};
    int amount = plica_range(0, 100, "amount");
    deposit(a, amount);
    plica_assert(a.balance == 10 + amount);
    return 0;
}
