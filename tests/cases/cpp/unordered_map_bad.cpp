// Other keys may be in the same bucket: 13 apart, as the library divides them.
// run: check
// verdict: violated
// error: assertion-failure at 15
#include "plica.h"
#include <unordered_map>

int main() {
    std::unordered_map<int, int> counts;
    int key[2];
    plica_make_symbolic(key, sizeof key, "key");
    counts[key[0]] = 1;
    auto found = counts.find(key[1]);
    plica_assert(found == counts.end() || found->second == 1);
    plica_assert(key[0] == key[1] || counts.bucket(key[0]) != counts.bucket(key[1]));
}
