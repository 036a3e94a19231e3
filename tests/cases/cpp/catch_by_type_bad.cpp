// verdict: violated
// error: assertion-failure at 17
// A handler for the base stands before the one for the derived class.
#include "plica.h"

struct Error { virtual ~Error() {} };
struct Severe : Error {};

int main() {
    int n = plica_int("n"), level = 0;
    try {
        if (n == 1) throw Error();
        if (n == 2) throw Severe();
    } catch (Error &) {
        level = 1;
    } catch (Severe &) { level = 2; }
    plica_assert(n != 2 || level == 2);
    return 0;
}
