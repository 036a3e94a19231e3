// verdict: holds
// Errors in functions that nothing calls, or that only such functions call, are none of the program's.
#include "plica.h"

void broken(int x) {
    if (x > 3) plica_error("broken");
}

void forgotten(int x) { broken(x + 10); }

int main(void) {
    void (*unused)(int) = broken;
    int x = plica_int("x");
    return unused == forgotten && x;
}
