// What the library requires of who calls it, where the memory is there all the same: an element behind the last, of what
// was reserved; the value of what is empty; a place that was not found.
// run: check -- -std=c++17
// verdict: violated
// error: out-of-bounds at 20
// error: out-of-bounds at 21
// error: out-of-bounds at 22
// error: out-of-bounds at 23
// native: no
#include "plica.h"
#include <optional>
#include <string>
#include <vector>

int main() {
    std::vector<int> v(4);
    v.reserve(8);
    std::string s = "none";
    switch (plica_range(0, 4, "which")) {
    case 0: return v[plica_range(3, 6, "i")];
    case 1: return *std::optional<int>();
    case 2: return s[s.find('=')] == 'x';
    default: v.clear(); return v.front();
    }
}
