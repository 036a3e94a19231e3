//! Compiled parts of the C++ library: what `<memory>` has besides templates.
//!
//! It is compiled with the headers of the program. Oblivious to who owns what.

#include <memory>

#ifdef __GLIBCXX__
namespace std {
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
}
#endif
