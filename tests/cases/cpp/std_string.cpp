// verdict: holds
// Texts grow, are searched, cut, compared and converted.
#include "plica.h"
#include <stdexcept>
#include <string>

int main() {
    int n = plica_range(0, 3, "n");
    std::string text = "number " + std::to_string(n);
    plica_assert(text.size() == 8 && text.back() - '0' == n && text.substr(0, 3) == "num");
    plica_assert(std::stoi(text.substr(7)) == n && text.rfind('n') == 0 && text.find("ber") == 3);
    text.insert(0, std::string(20, 'x')).erase(3, 17);
    plica_assert(text.compare(0, 5, "xxxnu") == 0 && text < "y");
    int caught = 0;
    try {
        std::stoi("none");
    } catch (std::invalid_argument &e) {
        caught = std::string(e.what()) == "stoi";
    }
    plica_assert(caught);
    return 0;
}
