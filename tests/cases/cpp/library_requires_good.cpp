// Elements that are there, up to the character behind a text.
// run: check -- -std=c++17
// verdict: holds
#include "plica.h"
#include <optional>
#include <string>
#include <vector>

int main() {
    std::vector<int> v(4);
    v.reserve(8);
    v.push_back(7);
    std::string s = "a=b";
    std::optional<int> o = 3;
    unsigned i = plica_range(0, 5, "i");
    plica_assert(v[i] == (i == 4 ? 7 : 0) && s[s.size()] == 0 && s[s.find('=')] == '=' && *o == 3 && v.back() == 7);
    return 0;
}
