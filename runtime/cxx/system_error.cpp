//! Compiled parts of the C++ library: `<system_error>`, and the exception that streams throw.
//!
//! It is compiled with the headers of the program. Oblivious to what the numbers of errors mean: their texts are not
//! those of the system.

#include <ios>
#include <string>
#include <system_error>

#ifdef __GLIBCXX__
namespace std {
inline namespace _V2 {
error_category::~error_category() noexcept {}
error_condition error_category::default_error_condition(int value) const noexcept {
    return error_condition(value, *this);
}
bool error_category::equivalent(int value, const error_condition &condition) const noexcept {
    return default_error_condition(value) == condition;
}
bool error_category::equivalent(const error_code &code, int value) const noexcept {
    return *this == code.category() && code.value() == value;
}
}
namespace {
struct Category final : error_category {
    const char *of;
    explicit Category(const char *of) : of(of) {}
    const char *name() const noexcept override { return of; }
    string message(int value) const override { return string(of) + " error " + to_string(value); }
};
}
inline namespace _V2 {
const error_category &generic_category() noexcept {
    static const Category category("generic");
    return category;
}
const error_category &system_category() noexcept {
    static const Category category("system");
    return category;
}
}
const error_category &iostream_category() noexcept {
    static const Category category("iostream");
    return category;
}
error_condition error_code::default_error_condition() const noexcept {
    return category().default_error_condition(value());
}
system_error::~system_error() noexcept {}
void __throw_system_error(int value) { throw system_error(error_code(value, generic_category())); }

ios_base::failure::failure(const string &what) : system_error(io_errc::stream, what) {}
ios_base::failure::failure(const string &what, const error_code &code) : system_error(code, what) {}
ios_base::failure::failure(const char *what, const error_code &code) : system_error(code, what) {}
ios_base::failure::~failure() {}
const char *ios_base::failure::what() const throw() { return runtime_error::what(); }
void __throw_ios_failure(const char *what) { throw ios_base::failure(what); }
void __throw_ios_failure(const char *what, int number) {
    throw ios_base::failure(what, number ? error_code(number, generic_category()) : io_errc::stream);
}
}
#endif
