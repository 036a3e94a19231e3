// run: check --allocation may-fail
// verdict: violated
// error: uncaught-exception at 9
// error: null-dereference at 11
// native: no
// new (nothrow) gives null where plain new throws, which nobody catches.
#include <new>
int main() {
    int *plain = new int;
    int *p = new (std::nothrow) int;
    *p = *plain = 3;
    delete p;
    delete plain;
    return 0;
}
