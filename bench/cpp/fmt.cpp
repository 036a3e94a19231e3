// {fmt}: a format of six bytes for a number and a text.
#include "plica.h"
#define FMT_HEADER_ONLY
#include <fmt/format.h>

int main() {
    char text[6];
    plica_make_symbolic(text, sizeof text, "text");
    try {
        std::string result = fmt::format(fmt::runtime(fmt::string_view(text, sizeof text)), 42, "abc");
        return result.size() > 6;
    } catch (const fmt::format_error &) {
        return 1;
    }
}
