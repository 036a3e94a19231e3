// run: check --allocation may-fail
// verdict: violated
// error: null-dereference at 9
// new (nothrow) gives null where plain new throws.
#include <new>
int main() {
    int *plain = new int;
    int *p = new (std::nothrow) int;
    *p = *plain = 3;
    delete p;
    delete plain;
    return 0;
}
