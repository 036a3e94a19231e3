// Operators that the program defines decide how blocks are allocated and freed, also for the variants that it does not define.
// verdict: holds
#include "plica.h"
#include <new>
#include <stdlib.h>
void *operator new(size_t n) { return malloc(n); }
void operator delete(void *p) noexcept { free(p); }
int main() {
    int *p = new (std::nothrow) int(3), *q = new int(4);
    if (!p)
        return 1;
    delete p;
    delete q;
    return 0;
}
