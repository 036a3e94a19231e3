//! Compiled parts of the C++ library: the classes of exceptions that the language itself throws, `std::exception_ptr`,
//! and operators `new` that throw.
//!
//! It is compiled with the headers of the program, so that classes have its layout. How exceptions are raised is
//! written in C (`runtime/models/exceptions.c`). Oblivious to what is caught where. Invariant: nothing here is used
//! that a program does not miss.

#include <exception>
#include <new>
#include <typeinfo>

extern "C" {
void *plica_current_exception();
void plica_hold_exception(void *);
void plica_release_exception(void *);
const std::type_info *plica_exception_type(void *);
void plica_keep_exception(void *, const std::type_info *, void (*)(void *));
void plica_rethrow_exception(void *);
}

#ifdef __GLIBCXX__
#include <bits/cxxabi_forced.h>

/* What the library unwinds a thread by that is cancelled: nobody throws it. */
__cxxabiv1::__forced_unwind::~__forced_unwind() throw() {}

namespace std {
exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }
type_info::~type_info() {}
nested_exception::~nested_exception() noexcept {}
const nothrow_t nothrow{};

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }

namespace __exception_ptr {
exception_ptr::exception_ptr(void *e) noexcept : _M_exception_object(e) { _M_addref(); }
#if _GLIBCXX_RELEASE < 11
void exception_ptr::swap(exception_ptr &other) noexcept {
    void *own = _M_exception_object;
    _M_exception_object = other._M_exception_object;
    other._M_exception_object = own;
}
exception_ptr::exception_ptr(const exception_ptr &other) noexcept : _M_exception_object(other._M_exception_object) {
    _M_addref();
}
exception_ptr::exception_ptr() noexcept : _M_exception_object(nullptr) {}
exception_ptr::~exception_ptr() noexcept { _M_release(); }
exception_ptr &exception_ptr::operator=(const exception_ptr &other) noexcept {
    plica_hold_exception(other._M_exception_object);
    _M_release();
    _M_exception_object = other._M_exception_object;
    return *this;
}
#endif
void exception_ptr::_M_addref() noexcept { plica_hold_exception(_M_exception_object); }
void exception_ptr::_M_release() noexcept {
    plica_release_exception(_M_exception_object);
    _M_exception_object = nullptr;
}
void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }
const type_info *exception_ptr::__cxa_exception_type() const noexcept {
    return plica_exception_type(_M_exception_object);
}
}

exception_ptr current_exception() noexcept {
    void *thrown = plica_current_exception();
    exception_ptr result(nullptr);
    // What is held already: the only member is the pointer.
    *reinterpret_cast<void **>(&result) = thrown;
    return result;
}
void rethrow_exception(exception_ptr e) {
    void *thrown = *reinterpret_cast<void **>(&e);
    if (!thrown) terminate();
    plica_rethrow_exception(thrown);
    __builtin_unreachable();
}
}

extern "C" {
void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
void __cxa_throw_bad_array_length() { throw std::bad_array_new_length(); }
}
#if _GLIBCXX_RELEASE >= 7
namespace __cxxabiv1 {
// Nobody looks at the result but for whether it is there.
extern "C" __cxa_refcounted_exception *__cxa_init_primary_exception(
    void *thrown, std::type_info *type, void (*destroy)(void *)) noexcept {
    plica_keep_exception(thrown, type, destroy);
    return static_cast<__cxa_refcounted_exception *>(thrown);
}
}
#endif
#endif
