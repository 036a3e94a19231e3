// run: check --checks overflow
// verdict: violated
// error: signed-overflow at 9
// The distance of two ints need not be an int.
#include "plica.h"

int main(void) {
    int a = plica_int("a"), b = plica_int("b");
    int distance = a - b;
    return distance < 10;
}
