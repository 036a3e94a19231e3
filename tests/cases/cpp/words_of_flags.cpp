// run: check --checks +uninit
// verdict: holds
// The words of a vector of bool are given bits one by one; those behind the last were never written, and nobody reads
// them.
#include <cassert>
#include <vector>

extern "C" int __VERIFIER_nondet_int();

int main() {
    std::vector<bool> seen(3, true);
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 2)
        return 0;
    seen[at] = false;
    seen.push_back(false);
    assert(!seen[at] && !seen[3] && seen[(at + 1) % 3]);
    return 0;
}
