// verdict: violated
// error: stack-overflow at 5
// native: no
#include "plica.h"
static int f(int n) { return f(n + 1) + 1; }
int main(void) { return f(plica_int("n")); }
