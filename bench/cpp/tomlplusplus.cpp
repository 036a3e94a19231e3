// toml++: a table of six bytes, one of its keys looked at.
#include "plica.h"
#include <toml++/toml.h>

int main() {
    char text[6];
    plica_make_symbolic(text, sizeof text, "text");
    try {
        toml::table table = toml::parse(std::string_view(text, sizeof text));
        return table["a"].value_or(0) == 7;
    } catch (const toml::parse_error &error) {
        return error.source().begin.line > 7;
    }
}
