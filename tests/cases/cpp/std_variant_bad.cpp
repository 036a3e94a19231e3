// run: check -- -std=c++17
// verdict: violated
// error: uncaught-exception at 11
// error: uncaught-exception at 13
// What is asked for is not what is there.
#include "plica.h"
#include <optional>
#include <string>
#include <variant>
static int take(const std::variant<int, char> &v) {
    return std::get<int>(v);
}
static int look(const std::optional<int> &o) { return o.value(); }

int main() {
    int n = plica_int("n");
    std::variant<int, char> v = 'c';
    if (n == 1) v = 2;
    std::optional<int> o;
    if (n != 2) o = n;
    return n > 1 ? look(o) : take(v);
}
