//! Compiled parts of the C++ library: the exception of `<regex>`, whose templates do the work.
//!
//! It is compiled with the headers of the program. Oblivious to expressions; how they compare characters is in
//! `streams.cpp`, with the other parts of the classic locale.

#include <regex>

#ifdef __GLIBCXX__
namespace std {
namespace {
/* By their numbers, as libstdc++ says them. */
const char *const messages[] = {
    "Invalid collating element in regular expression",
    "Invalid character class in regular expression",
    "Invalid escape in regular expression",
    "Invalid back reference in regular expression",
    "Mismatched '[' and ']' in regular expression",
    "Mismatched '(' and ')' in regular expression",
    "Mismatched '{' and '}' in regular expression",
    "Invalid range in '{}' in regular expression",
    "Invalid character range in regular expression",
    "Insufficient memory to compile regular expression",
    "Invalid '?', '*', or '+' in regular expression",
    "Complexity of regex match exceeded implementation limits",
    "Insufficient memory to determine regex match",
    "Unexpected null character in regular expression",
    "Conflicting regex grammar options",
};
const char *message(regex_constants::error_type code) {
    return unsigned(code) < sizeof messages / sizeof *messages ? messages[code] : "regex error";
}
}
regex_error::regex_error(regex_constants::error_type code) : runtime_error(message(code)), _M_code(code) {}
regex_error::~regex_error() throw() {}
void __throw_regex_error(regex_constants::error_type code) { throw regex_error(code); }
}
#endif
