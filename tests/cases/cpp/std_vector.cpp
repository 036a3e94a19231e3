// verdict: holds
// The twin of std_vector_bad.cpp, and what algorithms make of a vector.
#include "plica.h"
#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

int main() {
    std::vector<int> v{4, 1, 3};
    int n = plica_range(5, 8, "n");
    v.push_back(n);
    v.insert(v.begin() + 1, 9);
    std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
    plica_assert(v.size() == 5 && v[0] == 9 && v[1] == n && v.back() == 1);
    v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x > 4; }), v.end());
    plica_assert(std::accumulate(v.begin(), v.end(), 0) == 8);
    try {
        v.at(3) = 1;
        plica_assert(false);
    } catch (std::out_of_range &) {
    }
    return 0;
}
