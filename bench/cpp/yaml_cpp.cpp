// yaml-cpp: a document of six bytes, one of its keys looked at.
#include "plica.h"
#include <yaml-cpp/yaml.h>

int main() {
    char text[6];
    plica_make_symbolic(text, sizeof text, "text");
    try {
        YAML::Node node = YAML::Load(std::string(text, sizeof text));
        if (node.IsMap() && node["a"]) return node["a"].as<int>() == 7;
        return node.IsSequence() && node.size() == 7;
    } catch (const YAML::Exception &error) {
        return error.mark.line > 7;
    }
}
