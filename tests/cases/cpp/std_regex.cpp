// verdict: holds
// Regular expressions: what they match, what their parts are, and what is none.
#include "plica.h"
#include <regex>

int main() {
    char text[3] = {plica_char("first"), '7', 0};
    static const std::regex number("(-?)[[:digit:]]+");
    std::cmatch match;
    bool is_number = std::regex_match(text, match, number);
    plica_assert(is_number == (*text == '-' || (*text >= '0' && *text <= '9')));
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
