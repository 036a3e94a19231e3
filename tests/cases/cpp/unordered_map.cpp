// A table of buckets holds addresses: which of them an unknown key leads to is one of few.
// run: check
// verdict: holds
#include "plica.h"
#include <unordered_map>

int main() {
    std::unordered_map<int, int> counts;
    int key[2];
    plica_make_symbolic(key, sizeof key, "key");
    for (int k : key)
        counts[k]++;
    int sum = 0;
    for (const auto &count : counts)
        sum += count.second;
    plica_assert(sum == 2);
    plica_assert((counts.size() == 1) == (key[0] == key[1]));
}
