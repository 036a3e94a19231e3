//! Compiled parts of the C++ library: operators `new` that throw where there is no memory, for runs in which allocation
//! may fail, and for programs that may ask for more than there ever is. In others they never throw, and the machine's
//! are used.
//!
//! Oblivious to blocks. Invariant: a block is one of the operator that was called.

#include <new>

void *operator new(std::size_t n) {
    void *block = operator new(n, std::nothrow);
    if (!block) throw std::bad_alloc();
    return block;
}
void *operator new[](std::size_t n) {
    void *block = operator new[](n, std::nothrow);
    if (!block) throw std::bad_alloc();
    return block;
}
void *operator new(std::size_t n, std::align_val_t alignment) {
    void *block = operator new(n, alignment, std::nothrow);
    if (!block) throw std::bad_alloc();
    return block;
}
void *operator new[](std::size_t n, std::align_val_t alignment) {
    void *block = operator new[](n, alignment, std::nothrow);
    if (!block) throw std::bad_alloc();
    return block;
}
