// tinyxml2: a document of six bytes, its first element looked at.
#include "plica.h"
#include <tinyxml2.h>

int main() {
    char text[6];
    plica_make_symbolic(text, sizeof text, "text");
    tinyxml2::XMLDocument document;
    if (document.Parse(text, sizeof text) != tinyxml2::XML_SUCCESS) return document.ErrorLineNum() > 6;
    const tinyxml2::XMLElement *root = document.RootElement();
    if (!root) return 2;
    int value = 0;
    root->QueryIntText(&value);
    return root->FirstAttribute() || value == 7;
}
