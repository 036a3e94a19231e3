// verdict: holds
// What is no regular expression is an exception; what they match is tested in tests/cpp/regex.cpp.
#include "plica.h"
#include <regex>

int main() {
    bool is_open = plica_bool("open"), is_expression = true;
    try {
        std::regex(is_open ? "(a" : "a");
    } catch (const std::regex_error &error) {
        is_expression = error.code() != std::regex_constants::error_paren;
    }
    plica_assert(is_expression != is_open);
    return 0;
}
