// RapidJSON: a text of six bytes, what it is looked at.
#include "plica.h"
#include <rapidjson/document.h>

int main() {
    char text[6];
    plica_make_symbolic(text, sizeof text, "text");
    rapidjson::Document value;
    value.Parse(text, sizeof text);
    if (value.HasParseError()) return value.GetErrorOffset() > 6;
    if (value.IsArray() && !value.Empty() && value[0].IsInt()) return value[0].GetInt() == 7;
    return value.IsObject() && value.HasMember("a");
}
