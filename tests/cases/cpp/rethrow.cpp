// verdict: holds
// Exceptions thrown again, exceptions in handlers of others, and how many are in flight.
#include "plica.h"
#include <exception>

static int seen;
struct Watch {
    ~Watch() { seen = seen * 10 + std::uncaught_exceptions(); }
};

static void inner(int n) {
    Watch watch;
    try {
        Watch another;
        throw n;
    } catch (int caught) {
        try {
            throw 'c';
        } catch (char) {
        }
        if (caught == 3) throw;
        throw 2.5;
    }
}

int main() {
    int n = plica_int("n"), what = 0;
    try {
        inner(n);
    } catch (int again) {
        what = again;
    } catch (double) {
        what = -1;
    }
    plica_assert(n == 3 ? what == 3 : what == -1);
    plica_assert(seen == 11 && std::uncaught_exceptions() == 0);
    return 0;
}
