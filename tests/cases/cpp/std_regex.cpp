// verdict: holds
// Regular expressions: what they match, what their parts are, and what is none.
#include "plica.h"
#include <regex>

int main() {
    char text[4] = {0};
    plica_make_symbolic(text, 3, "text");
    static const std::regex number("(-?)[[:digit:]]+");
    std::cmatch match;
    bool is_number = std::regex_match(text, match, number);
    int digits = 0;
    for (const char *p = text + (*text == '-'); *p && digits >= 0; p++) digits = *p < '0' || *p > '9' ? -1 : digits + 1;
    plica_assert(is_number == (digits > 0));
    plica_assert(!is_number || (match.length(1) == 1) == (*text == '-'));
    bool is_expression = true;
    try {
        std::regex("(a");
    } catch (const std::regex_error &error) {
        is_expression = error.code() != std::regex_constants::error_paren;
    }
    plica_assert(!is_expression);
    return 0;
}
