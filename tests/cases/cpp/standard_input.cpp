// verdict: holds
// The twin of standard_input_bad.cpp.
#include "plica.h"
#include <climits>
#include <iostream>

int main() {
    int table[8] = {0}, at = 5;
    if (!(std::cin >> at)) {
        plica_assert(at == 0 || (at == 5 && std::cin.eof()) || at == INT_MIN || at == INT_MAX);
        return 1;
    }
    if (at < 0 || at >= 8) return 1;
    std::cout << table[at] << '\n';
    return table[at];
}
