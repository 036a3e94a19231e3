// JSON for Modern C++: a text of six bytes, what it is looked at.
#include "plica.h"
#include <nlohmann/json.hpp>

int main() {
    char text[6];
    plica_make_symbolic(text, sizeof text, "text");
    try {
        nlohmann::json value = nlohmann::json::parse(text, text + sizeof text);
        if (value.is_array() && !value.empty() && value[0].is_number_integer()) return value[0].get<int>() == 7;
        return value.is_object() && value.contains("a");
    } catch (const nlohmann::json::exception &error) {
        return error.id > 700;
    }
}
