// verdict: violated
// error: use-after-free at 12
// error: out-of-bounds at 13
// A reference is kept while a vector grows; and an index is one too large.
#include "plica.h"
#include <vector>

int main() {
    std::vector<int> v{1, 2};
    int &first = v[0];
    if (plica_int("n") > 5) v.push_back(3);
    first = 7;
    return v[v.size()] == 0;
}
