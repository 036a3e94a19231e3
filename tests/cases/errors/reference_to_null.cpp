// A reference is bound to an object, and a member function is called of one.
// verdict: violated
// error: null-dereference at 12
// error: null-dereference at 16
#include "plica.h"
struct S {
    int v;
    int f() { return 3; }
};
int main() {
    int x = 1, *p = plica_bool("p") ? &x : nullptr;
    int &r = *p;
    S s{1}, *q = plica_bool("q") ? &s : nullptr;
    if (&r != &x)
        return 1;
    return q->f();
}
