// run: check --first-input a=19,b=1
// verdict: violated
// error: error-call
// Exploring begins with a path that is known; the verdict does not depend on it.
#include "plica.h"

int main(void) {
    int a = plica_int("a"), b = plica_int("b");
    if (a > 0 && b > 0 && a / b == 19 && a % b == 0)
        plica_error("a is 19 times b");
    return 0;
}
