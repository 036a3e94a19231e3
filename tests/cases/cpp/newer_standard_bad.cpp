// A view of a text that is gone.
// verdict: violated
// error: use-after-free at 11
#include <string>
#include <string_view>
static std::string name(int i) { return "a name that is so long that it is on the heap " + std::string(i, 'x'); }
static std::string_view of(const std::string &s) { return s; }
int main() {
    std::string_view v = of(name(1));

    return v[0] != 'a';
}
