//! Compiled parts of the C++ library: the classes of `<stdexcept>`, and the functions by which headers throw.
//!
//! It is compiled with the headers of the program, so that classes have its layout. Oblivious to how exceptions are
//! raised. Invariant: what an exception says of itself is shared by its copies, which cannot fail.

#include <functional>
#include <new>
#include <stdexcept>
#include <string>

extern "C" void *plica_allocate(std::size_t);
extern "C" void free(void *);

#if defined(__GLIBCXX__) && _GLIBCXX_USE_DUAL_ABI && _GLIBCXX_USE_CXX11_ABI
namespace std {
namespace {
struct Text { long owners; char text[]; };
Text *of(const char *p) { return reinterpret_cast<Text *>(const_cast<char *>(p) - sizeof(long)); }
const char *hold(const char *p) {
    of(p)->owners++;
    return p;
}
void release(const char *p) {
    if (--of(p)->owners == 0) free(of(p));
}
const char *make(const char *from, size_t n) {
    Text *text = static_cast<Text *>(plica_allocate(sizeof(Text) + n + 1));
    text->owners = 1;
    __builtin_memcpy(text->text, from, n);
    text->text[n] = 0;
    return text->text;
}
}

__cow_string::__cow_string() : _M_p(make("", 0)) {}
__cow_string::__cow_string(const string &s) : _M_p(make(s.data(), s.size())) {}
__cow_string::__cow_string(const char *s, size_t n) : _M_p(make(s, n)) {}
__cow_string::__cow_string(const __cow_string &s) noexcept : _M_p(hold(s._M_p)) {}
__cow_string::__cow_string(__cow_string &&s) noexcept : _M_p(hold(s._M_p)) {}
__cow_string &__cow_string::operator=(const __cow_string &s) noexcept {
    const char *old = _M_p;
    _M_p = hold(s._M_p);
    release(old);
    return *this;
}
__cow_string &__cow_string::operator=(__cow_string &&s) noexcept {
    return *this = static_cast<const __cow_string &>(s);
}
__cow_string::~__cow_string() { release(_M_p); }

#define BASE(name) \
    name::name(const string &what) : _M_msg(what) {} \
    name::name(const char *what) : _M_msg(what, __builtin_strlen(what)) {} \
    name::name(const name &other) noexcept : exception(other), _M_msg(other._M_msg) {} \
    name::name(name &&other) noexcept : exception(other), _M_msg(other._M_msg) {} \
    name &name::operator=(const name &other) noexcept { _M_msg = other._M_msg; return *this; } \
    name &name::operator=(name &&other) noexcept { _M_msg = other._M_msg; return *this; } \
    name::~name() noexcept {} \
    const char *name::what() const noexcept { return _M_msg._M_p; }
#define DERIVED(name, base) \
    name::name(const string &what) : base(what) {} \
    name::name(const char *what) : base(what) {} \
    name::~name() noexcept {}
BASE(logic_error)
BASE(runtime_error)
DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

void __throw_logic_error(const char *what) { throw logic_error(what); }
void __throw_domain_error(const char *what) { throw domain_error(what); }
void __throw_invalid_argument(const char *what) { throw invalid_argument(what); }
void __throw_length_error(const char *what) { throw length_error(what); }
void __throw_out_of_range(const char *what) { throw out_of_range(what); }
void __throw_runtime_error(const char *what) { throw runtime_error(what); }
void __throw_range_error(const char *what) { throw range_error(what); }
void __throw_overflow_error(const char *what) { throw overflow_error(what); }
void __throw_underflow_error(const char *what) { throw underflow_error(what); }

namespace {
/* Formats know %s, %zu and %%. */
void put(char *&at, char *end, const char *text) {
    while (*text && at < end) *at++ = *text++;
}
}
void __throw_out_of_range_fmt(const char *format, ...) {
    char text[512], *at = text, *end = text + sizeof text - 1;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    for (; *format; format++) {
        if (*format != '%') {
            if (at < end) *at++ = *format;
        } else if (format[1] == 's') {
            put(at, end, __builtin_va_arg(list, const char *));
            format++;
        } else if (format[1] == 'z') {
            char digits[24], *digit = digits + 23;
            size_t n = __builtin_va_arg(list, size_t);
            *digit = 0;
            do *--digit = char('0' + n % 10);
            while (n /= 10);
            put(at, end, digit);
            format += 2;
        } else {
            format++;
        }
    }
    __builtin_va_end(list);
    *at = 0;
    throw out_of_range(text);
}

bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }
void __throw_bad_function_call() { throw bad_function_call(); }
}
#endif
