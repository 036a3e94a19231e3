// verdict: violated
// error: abort at 7
// A constructor calls, by way of another function, what only derived classes define.
#include "plica.h"

struct Base {
    void start() { run(); }
    Base() { start(); }
    virtual void run() = 0;
};
struct Derived : Base { void run() override {} };

int main() {
    if (plica_int("n") == 2) Derived derived;
    return 0;
}
