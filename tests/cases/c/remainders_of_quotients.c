// What is left of a number after a quotient is a remainder, and what is computed of that has few values.
// verdict: holds
#include "plica.h"
static const unsigned char check[97] = {[0] = 1, [96] = 98};
int main(void) {
    unsigned long account = plica_ulong("account"), part = account / 97;
    unsigned long digits = account - part * 97;
    plica_assert(digits < 97 && (98 - digits) * (98 - digits) <= 98 * 98);
    long signed_account = plica_long("signed account"), of_it = signed_account / 1000;
    long left = signed_account - 1000 * of_it;
    plica_assert(left > -1000 && left < 1000 && left * left * left < 1000000000);
    plica_assert(check[digits] <= 98);
    return 0;
}
