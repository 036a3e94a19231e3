// verdict: violated
// error: uncaught-exception at 9
// The twin of std_regex.cpp: a part of an expression is never closed, which nobody catches.
#include "plica.h"
#include <regex>

static bool matches(const char *text) {
    const char *expression = plica_bool("open") ? "(a|b" : "(a|b)";
    return std::regex_match(text, std::regex(expression));
}

int main() {
    char text[2] = {plica_char("c"), 0};
    bool is = matches(text);
    plica_assert(is == (*text == 'a' || *text == 'b'));
    return 0;
}
