// verdict: violated
// error: use-after-free at 16
// An element is erased in a loop that goes on from it.
#include "plica.h"
#include <map>

int main() {
    std::map<int, int> m;
    for (int i = 0; i < 2; i++) m[i] = plica_range(0, 2, "value");
    int sum = 0;
    auto it = m.begin();
    while (it != m.end()) {
        sum += it->second;
        if (it->second == 1) m.erase(it);
        if (sum > 100) break;
        ++it;
    }
    return sum == 0;
}
