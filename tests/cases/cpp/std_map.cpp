// verdict: holds
// The twin of std_map_bad.cpp; sets, and tables by hash.
#include "plica.h"
#include <map>
#include <set>
#include <unordered_map>

int main() {
    std::map<int, int> m;
    for (int i = 0; i < 3; i++) m[(i * 5) % 3] = i == 1 ? plica_range(0, 2, "value") : i;
    unsigned ones = 0;
    for (auto it = m.begin(); it != m.end();) {
        ones += it->second == 1;
        it = it->second == 1 ? m.erase(it) : std::next(it);
    }
    plica_assert(m.size() == 3 - ones && m.count(7) == 0);
    std::set<int> s;
    for (int i = 0; i < 8; i++) s.insert(i * 5 % 8);
    int before = -1;
    for (int x : s) plica_assert(x == ++before);
    std::unordered_map<int, int> u;
    for (int i = 0; i < 6; i++) u[i * i] = i;
    plica_assert(u.size() == 6 && u.at(16) == 4 && u.find(5) == u.end());
    return 0;
}
