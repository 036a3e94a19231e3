// Nothing says that it is C++17, which clang does not take before version 16: plica tries.
// verdict: holds
#include <cassert>
#include <string_view>
int main() {
    std::string_view v = "key=value";
    if (auto at = v.find('='); at != v.npos) assert(v.substr(0, at) == "key");
    return 0;
}
