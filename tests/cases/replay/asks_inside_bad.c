//! A function that is given inputs of its own at each call.
//! verdict: violated
//! error: assertion-failure at 19
#include "plica.h"

static int spent;

static int take(int at_most) {
    int amount = plica_int("amount");
    if (amount <= 0 || amount > at_most) return 0;
    if (plica_bool("twice") && amount < 50) amount *= 2;
    spent += amount;
    return amount;
}

int main(void) {
    int a = take(100), b = take(100 - a / 2), c = take(20);
    plica_assert(a >= 0 && a <= 100 && c <= 40);
    plica_assert(spent == a + b + c && spent != 137);
    return 0;
}
