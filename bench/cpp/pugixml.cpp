// pugixml: a document of six bytes, its first element looked at.
#include "plica.h"
#include <pugixml.hpp>

int main() {
    char text[6];
    plica_make_symbolic(text, sizeof text, "text");
    pugi::xml_document document;
    pugi::xml_parse_result result = document.load_buffer(text, sizeof text);
    if (!result) return result.offset > 6;
    pugi::xml_node root = document.document_element();
    return root.text().as_int() == 7 || root.first_attribute();
}
